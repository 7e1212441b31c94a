import type { SemanticRule, SemanticVerdict } from '../contract/semantic.ts'
import type { Comparison, Subject } from './comparison/comparison.ts'

/** A rule of layer 1: the words of the statement that are at fault; none when it is silent. Pure, and never throws. */
export type Rule = {
  readonly name: SemanticRule
  readonly verdict: SemanticVerdict
  /** Fixed words: nothing of the statement or the evidence. */
  readonly reason: string
  readonly faults: (subject: Subject) => readonly string[]
}

/** A rule that looks at one sentence at a time. */
export function inEachSentence(faults: (comparison: Comparison) => readonly string[]): Rule['faults'] {
  return ({ comparisons }) => comparisons.flatMap(faults)
}
