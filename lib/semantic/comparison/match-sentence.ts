import type { Word } from '../words/find-words.ts'
import type { EvidenceSentence, IndexedExcerpt } from './index-evidence.ts'

/** How many of a statement sentence's words each sentence of an excerpt has: itself, and together with its two neighbours. */
export type Overlap = { readonly own: Uint16Array; readonly near: Uint16Array }

/** One sentence of the evidence as a match of a sentence of the statement. */
export type Match = {
  readonly excerpt: IndexedExcerpt
  readonly position: number
  readonly sentence: EvidenceSentence
  /** Fraction of the words that the sentence has, 0 to 1. */
  readonly cover: number
}

/** The overlap of distinct `words` with each sentence of `excerpt`. Work: the sentences and the words' occurrences. */
export function overlapWith(words: readonly Word[], excerpt: IndexedExcerpt): Overlap {
  const size = excerpt.sentences.length
  const own = new Uint16Array(size)
  const near = new Uint16Array(size)
  for (const word of words) {
    let marked = -1
    for (const i of positionsOf(word, excerpt)) {
      own[i] = (own[i] ?? 0) + 1
      for (let j = Math.max(i - 1, marked + 1); j <= i + 1 && j < size; j += 1) {
        near[j] = (near[j] ?? 0) + 1
        marked = j
      }
    }
  }
  return { own, near }
}

/** Positions of the sentences that have all keys of `word`, ascending. */
function positionsOf({ keys }: Word, { positions, sentences }: IndexedExcerpt): readonly number[] {
  const [first, ...others] = keys
  if (first === undefined) return []
  const candidates = positions.get(first) ?? []
  if (others.length === 0) return candidates
  return candidates.filter((i) => others.every((key) => sentences[i]?.keys.has(key)))
}

/** The greatest of `counts`; 0 for none. */
export function greatest(counts: Uint16Array): number {
  let max = 0
  for (const count of counts) if (count > max) max = count
  return max
}
