import type { StatedSentence } from '../sentences/read-sentence.ts'
import type { EvidenceSentence, IndexedExcerpt } from './index-evidence.ts'
import type { Match } from './match-sentence.ts'

/** One sentence of a statement beside all the evidence that the statement may rest on. */
export type Comparison = {
  readonly stated: StatedSentence
  readonly evidence: readonly IndexedExcerpt[]
  /** How many different content words it has. */
  readonly words: number
  /** Most of its words that one sentence of the evidence has, 0 to 1. */
  readonly inOne: number
  /** Most of its words that one sentence and its two neighbours have, 0 to 1. */
  readonly together: number
  /** What the sentence at a position of an excerpt has of its words, 0 to 1; then that sentence with its two neighbours. */
  readonly coverAt: (excerpt: IndexedExcerpt, position: number) => number
  readonly nearCoverAt: (excerpt: IndexedExcerpt, position: number) => number
  /** Every sentence of the evidence that has at least this much of its words, over 0. */
  readonly saying: (least: number) => readonly Match[]
  /** How much the two sentences are one, 0 to 1 (`likeness`). */
  readonly likenessTo: (sentence: EvidenceSentence) => number
  /** The sentences of the evidence that it matches best: several when they are equally good, none when nothing is shared. */
  readonly best: readonly Match[]
}

/** A whole statement beside its evidence. */
export type Subject = {
  /** Folded. */
  readonly text: string
  readonly evidence: readonly IndexedExcerpt[]
  readonly comparisons: readonly Comparison[]
}
