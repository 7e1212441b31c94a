import type { SemanticRule, SemanticVerdict } from '../../lib/contract/semantic.ts'
import type { Subject } from '../../lib/semantic/comparison/comparison.ts'
import { indexExcerpt } from '../../lib/semantic/comparison/index-evidence.ts'
import { judgeSubject } from '../../lib/semantic/judge-subject.ts'
import { openSubject } from '../../lib/semantic/open-subject.ts'
import { exactRules, wordRules } from '../../lib/semantic/rules.ts'
import { type Measures, measureClaim } from './measure-claim.ts'
import type { GroundingClaim } from './read-sets.ts'
import { scoreMeasures } from './score-measures.ts'
import { wordOverlap } from './word-overlap.ts'

export type EvaluatedClaim = {
  readonly supported: boolean
  readonly verdict: SemanticVerdict
  /** All rules that report, not only the one that decides. */
  readonly rules: readonly SemanticRule[]
  /** Null when it could not be compared. */
  readonly measures: Measures | null
  /** 0 to 1; one that could not be compared scores 0. */
  readonly score: number
  readonly baseline: number
  /** What the verdict took, reading the evidence included. */
  readonly milliseconds: number
}

/** Layer 1 and the baseline on one claim. */
export function evaluateClaim({ claim, evidence, label }: GroundingClaim): EvaluatedClaim {
  const start = performance.now()
  const subject = openSubject(claim, evidence.map(indexExcerpt))
  const { verdict } = judgeSubject(subject)
  const milliseconds = performance.now() - start
  const measures = subject === null ? null : measureClaim(subject)
  return {
    supported: label === 'supported',
    verdict,
    rules: subject === null ? [] : reportingRules(subject),
    measures,
    score: measures === null ? 0 : scoreMeasures(measures),
    baseline: wordOverlap(claim, evidence),
    milliseconds,
  }
}

function reportingRules(subject: Subject): SemanticRule[] {
  return [...exactRules, ...wordRules].filter((rule) => rule.faults(subject).length > 0).map(({ name }) => name)
}
