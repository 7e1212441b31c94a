import type { DiagnosisDraft } from '../contract/draft.ts'
import type { EvidenceItem } from '../contract/rag-tool-result.ts'
import type { SemanticJudgement, SemanticRow } from '../contract/semantic.ts'
import type { EvidenceSnapshot } from '../contract/verdict.ts'
import { type IndexedExcerpt, indexExcerpt } from './comparison/index-evidence.ts'
import { type CitedStatement, evidenceByStatement } from './evidence-by-statement.ts'
import { judgeSubject } from './judge-subject.ts'
import { openSubject } from './open-subject.ts'
import { actionRules } from './rules.ts'

const verifiedNegative: SemanticJudgement = {
  verdict: 'SUPPORTED',
  rule: 'negative',
  reason: 'The evidence guard verified that the search found nothing.',
  words: [],
}

/**
 * Layer 1 on a draft that the evidence guard passed: one row a statement, in document order, each judged by what
 * `evidenceByStatement` gives it (spec 06, "Semantic guard").
 * @param snapshot of the guard's PASS on this draft
 */
export function judgeDraft(draft: DiagnosisDraft, snapshot: EvidenceSnapshot): SemanticRow[] {
  const read = readOnce()
  return evidenceByStatement(draft, snapshot).map((cited) => ({ statement: cited.statement, ...judge(cited, read) }))
}

function judge({ kind, text, evidence, based_on }: CitedStatement, read: (text: string) => IndexedExcerpt) {
  if (kind === 'negative') return verifiedNegative
  const indexed = [...evidence.map(asText), ...based_on].map(read)
  return judgeSubject(openSubject(text, indexed), kind === 'action' ? actionRules : [])
}

/** Reads a text the first time only: an item that several statements cite is one. */
function readOnce(): (text: string) => IndexedExcerpt {
  const read = new Map<string, IndexedExcerpt>()
  return (text) => {
    const indexed = read.get(text) ?? indexExcerpt(text)
    read.set(text, indexed)
    return indexed
  }
}

function asText({ document_id, source, title, breadcrumb, excerpt }: EvidenceItem): string {
  return [document_id, source, title, breadcrumb, excerpt].filter((text) => text !== null).join('\n')
}
