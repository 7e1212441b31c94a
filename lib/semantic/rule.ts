import type { SemanticRule, SemanticVerdict } from '../contract/semantic.ts'
import type { IndexedExcerpt } from './index-evidence.ts'
import type { Match } from './match-sentence.ts'
import type { StatedSentence } from './read-sentence.ts'

/** One sentence of a statement beside all the evidence that the statement may rest on. */
export type Comparison = {
  readonly stated: StatedSentence
  readonly evidence: readonly IndexedExcerpt[]
  /** Sentences of the evidence that share a word with it. */
  readonly matches: readonly Match[]
  /** Those of `matches` that it matches best: several when they are equally good. */
  readonly best: readonly Match[]
}

/** A whole statement beside its evidence. */
export type Subject = {
  /** Folded. */
  readonly text: string
  readonly evidence: readonly IndexedExcerpt[]
  readonly comparisons: readonly Comparison[]
}

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
