import type { Word } from './find-words.ts'
import type { EvidenceSentence, IndexedExcerpt } from './index-evidence.ts'

/** Where words of a statement are found: one sentence of one excerpt. */
export type Match = {
  readonly excerpt: IndexedExcerpt
  readonly position: number
  readonly sentence: EvidenceSentence
  /** Fraction of the words that the sentence has, 0 to 1. */
  readonly cover: number
  /** The same for the sentence with its two neighbours. */
  readonly nearCover: number
}

/**
 * Every sentence of the evidence that has, itself or by a neighbour, one of `words`, in no special order. Work: the words' occurrences.
 */
export function matchSentences(words: readonly Word[], evidence: readonly IndexedExcerpt[]): Match[] {
  const distinct = [...new Map(words.map((word) => [word.keys.join(' '), word])).values()]
  return evidence.flatMap((excerpt) => matchesIn(distinct, excerpt))
}

function matchesIn(words: readonly Word[], excerpt: IndexedExcerpt): Match[] {
  const own = new Map<number, number>()
  const near = new Map<number, number>()
  for (const word of words) {
    let marked = -1
    for (const i of positionsOf(word, excerpt)) {
      own.set(i, (own.get(i) ?? 0) + 1)
      for (let j = Math.max(i - 1, marked + 1, 0); j <= i + 1 && j < excerpt.sentences.length; j += 1) {
        near.set(j, (near.get(j) ?? 0) + 1)
        marked = j
      }
    }
  }
  return [...near].flatMap(([position, count]) => {
    const sentence = excerpt.sentences[position]
    if (sentence === undefined) return []
    const cover = (own.get(position) ?? 0) / words.length
    return [{ excerpt, position, sentence, cover, nearCover: count / words.length }]
  })
}

/** Positions of the sentences that have all keys of `word`, ascending. */
function positionsOf({ keys }: Word, { positions, sentences }: IndexedExcerpt): readonly number[] {
  const [first, ...others] = keys
  if (first === undefined) return []
  const candidates = positions.get(first) ?? []
  if (others.length === 0) return candidates
  return candidates.filter((i) => others.every((key) => sentences[i]?.keys.has(key)))
}
