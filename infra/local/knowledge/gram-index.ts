// The second recall channel: nearness of spelling. Vectors of character pieces, compared by cosine, find what the word index
// misses: compounds written apart (`crash looping`, `CrashLoop`), typing mistakes, other endings. It stands in for the
// embeddings of the real service and knows no meanings.
import { unitsOf } from './analyse-text.ts'

const gramChars = 3

type Posting = { readonly entries: number[]; readonly weights: number[]; documents: number; lastDocument: number }

/** Pieces of a text with their counts: of each word its runs of three characters (with its borders), of Chinese every pair. */
function gramsOf(text: string): Map<string, number> {
  const grams = new Map<string, number>()
  const add = (gram: string) => grams.set(gram, (grams.get(gram) ?? 0) + 1)
  for (const { term, pieces } of unitsOf(text)) {
    if (pieces.length > 0 || /^\p{Script=Han}/u.test(term)) {
      for (const piece of pieces.length > 0 ? pieces : [term]) add(piece)
      continue
    }
    const bordered = `_${term}_`
    for (let at = 0; at + gramChars <= bordered.length; at += 1) add(bordered.slice(at, at + gramChars))
  }
  return grams
}

export type GramIndex = {
  /**
   * Entries are numbered by the order in which they are added, from 0; those of one document (any number that names it) follow
   * each other. A piece is as rare as the documents that have it are few, whatever the number of their entries.
   */
  add(text: string, document: number): void
  /** The entries that share pieces with `query` and that `accepts` lets through, nearest first. */
  nearest(query: string, accepts: (entry: number) => boolean): number[]
}

export function createGramIndex(): GramIndex {
  const postings = new Map<string, Posting>()
  const norms: number[] = []
  let documents = 0
  let lastDocument = Number.NaN
  const rarity = (posting: Posting) => Math.log(1 + documents / (1 + posting.documents))
  return {
    add(text, document) {
      const entry = norms.length
      if (document !== lastDocument) documents += 1
      lastDocument = document
      let squares = 0
      for (const [gram, count] of gramsOf(text)) {
        const weight = 1 + Math.log(count)
        const posting = postings.get(gram) ?? { entries: [], weights: [], documents: 0, lastDocument: Number.NaN }
        if (posting.lastDocument !== document) posting.documents += 1
        posting.lastDocument = document
        posting.entries.push(entry)
        posting.weights.push(weight)
        postings.set(gram, posting)
        squares += weight * weight
      }
      norms.push(Math.sqrt(squares) || 1)
    },
    nearest(query, accepts) {
      const scores = new Map<number, number>()
      for (const [gram, count] of gramsOf(query)) {
        const posting = postings.get(gram)
        if (posting === undefined) continue
        const weight = (1 + Math.log(count)) * rarity(posting) ** 2
        for (const [at, entry] of posting.entries.entries()) {
          if (accepts(entry)) scores.set(entry, (scores.get(entry) ?? 0) + weight * (posting.weights[at] ?? 0))
        }
      }
      return [...scores]
        .map(([entry, score]) => ({ entry, score: score / (norms[entry] ?? 1) }))
        .sort((a, b) => b.score - a.score || a.entry - b.entry)
        .map(({ entry }) => entry)
    },
  }
}
