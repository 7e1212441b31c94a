import type { SemanticJudgement } from '../contract/semantic.ts'
import { type IndexedExcerpt, indexExcerpt } from './comparison/index-evidence.ts'
import { judgeSubject } from './judge-subject.ts'
import { openSubject } from './open-subject.ts'
import { semanticLimits } from './semantic-limits.ts'

export type StatementWithEvidence = {
  readonly text: string
  /** Exactly what it cites: support in anything else is no support. */
  readonly evidence: readonly { readonly document_id: string; readonly excerpt: string }[]
  /** Texts of the analyses that it builds on. */
  readonly basis?: readonly string[]
}

/**
 * Whether a statement is consistent with its evidence by layer 1 (spec 06, "Semantic guard"). Pure and deterministic;
 * time is linear in the evidence. Only SUPPORTED passes; over a limit or with nothing to compare it is UNKNOWN.
 */
export function judgeStatement(statement: StatementWithEvidence): SemanticJudgement {
  const evidence = indexWithinLimit(statement)
  return judgeSubject(evidence === null ? null : openSubject(statement.text, evidence))
}

/** The evidence of a statement, read; null when it is over the limit. */
export function indexWithinLimit({ evidence, basis = [] }: StatementWithEvidence): readonly IndexedExcerpt[] | null {
  const texts = [...evidence.map((item) => item.excerpt), ...basis]
  if (texts.reduce((sum, text) => sum + text.length, 0) > semanticLimits.evidenceChars) return null
  return texts.map(indexExcerpt)
}
