import type { Word } from '../words/find-words.ts'
import type { Comparison } from './comparison.ts'
import type { IndexedExcerpt } from './index-evidence.ts'

/** How much of a statement's content the evidence has, each 0 to 1. Words count once each time they stand. */
export type Coverage = {
  /** Words that the evidence has anywhere. */
  readonly anywhere: number
  /** Words that the best neighbourhood (a sentence and its neighbours) of each sentence has. */
  readonly together: number
  /** Words that the best single sentence has. */
  readonly inOne: number
  /** The least of the sentences' `together`, turned round: 1 when a sentence has nothing in the evidence. */
  readonly worst: number
  /** Words that the evidence has nowhere, as the statement writes them. */
  readonly missing: readonly Word[]
}

/** Null when the statement has no content words. */
export function measureCoverage(comparisons: readonly Comparison[]): Coverage | null {
  const words = comparisons.flatMap(({ stated }) => stated.words)
  if (words.length === 0) return null
  const missing = comparisons.flatMap(({ stated, evidence }) => stated.words.filter((word) => !hasWord(evidence, word)))
  const weighted = (of: (comparison: Comparison) => number) =>
    comparisons.reduce((sum, c) => sum + c.stated.words.length * of(c), 0) / words.length
  return {
    anywhere: 1 - missing.length / words.length,
    together: weighted((c) => c.together),
    inOne: weighted((c) => c.inOne),
    worst: 1 - Math.min(...comparisons.filter(({ stated }) => stated.words.length > 0).map((c) => c.together)),
    missing,
  }
}

function hasWord(evidence: readonly IndexedExcerpt[], { keys }: Word): boolean {
  return evidence.some(({ positions }) => keys.every((key) => positions.has(key)))
}
