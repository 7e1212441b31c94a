// One scope's documents in memory: word index, spelling index and the terms that the rerank step reads. Only grows; a rebuild
// makes a new one.
import MiniSearch from 'minisearch'
import type { RetrievalMode } from '../../../lib/contract/knowledge-api.ts'
import { termsOf } from './analyse-text.ts'
import type { ChunkedDocument } from './chunk-document.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { createGramIndex } from './gram-index.ts'
import { type ChunkTerms, fieldWeight, scoreChunk, type Vocabulary, weighQuery } from './score-chunk.ts'
import { createSimilarTerms } from './similar-terms.ts'

/** A candidate of the rerank step: which chunk of which document, and its absolute score in [0, 1]. */
export type RankedChunk = { readonly docId: string; readonly chunkIndex: number; readonly score: number }

export type SearchIndex = {
  /** `docId` must be new to this index. */
  add(docId: string, document: ChunkedDocument): void
  has(docId: string): boolean
  readonly chunkCount: number
  /**
   * The best `most` chunks of the documents that `accepts` lets through, best first. `hybrid` recalls by words and by spelling,
   * `semantic` by spelling only; both are reranked by the same score.
   */
  search(query: string, mode: RetrievalMode, most: number, accepts: (docId: string) => boolean): RankedChunk[]
}

type Entry = { readonly docId: string; readonly chunkIndex: number; readonly terms: ChunkTerms }

/** Candidates that each channel hands on at least, so that a small answer is still picked from a wide recall. */
const leastRecall = 60

export function createSearchIndex(): SearchIndex {
  const entries: Entry[] = []
  const termsByDocument = new Map<string, ReadonlySet<string>>()
  const documentsByTerm = new Map<string, number>()
  let totalLength = 0
  const spelling = createGramIndex()
  const similarTerms = createSimilarTerms()
  const words = new MiniSearch<{ id: number; heading: string; path: string; body: string }>({
    fields: ['heading', 'path', 'body'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
    searchOptions: { boost: { heading: 2, path: 1.5, body: 1 }, bm25: { k: 1.2, b: 0.75, d: 0 } },
  })
  const vocabulary = (): Vocabulary => ({
    documents: termsByDocument.size,
    averageLength: totalLength / Math.max(1, entries.length),
    documentsWith: (term) => documentsByTerm.get(term) ?? 0,
    similarTo: similarTerms.nearest,
  })

  return {
    add(docId, { heading, chunks }) {
      const headingTerms = termsOf(heading ?? '')
      const documentTerms = new Set<string>()
      for (const [chunkIndex, { text, path }] of chunks.entries()) {
        const pathTerms = termsOf(path.join('\n'))
        const bodyTerms = termsOf(text)
        const counts = countTerms(headingTerms, pathTerms, bodyTerms)
        for (const term of counts.keys()) documentTerms.add(term)
        words.add({
          id: entries.length,
          heading: headingTerms.join(' '),
          path: pathTerms.join(' '),
          body: bodyTerms.join(' '),
        })
        spelling.add(`${heading ?? ''}\n${path.join('\n')}\n${text}`)
        entries.push({ docId, chunkIndex, terms: { counts, length: bodyTerms.length } })
        totalLength += bodyTerms.length
      }
      for (const term of documentTerms) {
        documentsByTerm.set(term, (documentsByTerm.get(term) ?? 0) + 1)
        similarTerms.add(term)
      }
      termsByDocument.set(docId, documentTerms)
    },
    has: (docId) => termsByDocument.has(docId),
    get chunkCount() {
      return entries.length
    },
    search(query, mode, most, accepts) {
      const known = vocabulary()
      const units = weighQuery(query, known)
      const recall = Math.max(most, leastRecall)
      const accepted = (entry: number) => accepts(entries[entry]?.docId ?? '')
      const bySpelling = spelling.nearest(query, recall, accepted)
      const rankings =
        mode === 'semantic' ? [bySpelling] : [byWords(units.flatMap(queryTerms), recall, accepted), bySpelling]
      return fuseRanks(rankings)
        .flatMap((at) => {
          const entry = entries[at]
          if (entry === undefined) return []
          const { docId, chunkIndex, terms } = entry
          const score = scoreChunk(units, terms, termsByDocument.get(docId) ?? new Set(), known)
          return [{ docId, chunkIndex, score }]
        })
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
    },
  }

  function byWords(terms: readonly string[], most: number, accepted: (entry: number) => boolean): number[] {
    return words
      .search([...new Set(terms)].join(' '), { filter: ({ id }) => accepted(id) })
      .slice(0, most)
      .map(({ id }) => id)
  }
}

function queryTerms({
  term,
  whole,
  pieces,
}: {
  term: string
  whole: string | null
  pieces: readonly string[]
}): string[] {
  return [term, ...(whole === null ? [] : [whole]), ...pieces]
}

function countTerms(heading: readonly string[], path: readonly string[], body: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (terms: Iterable<string>, weight: number) => {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  add(new Set(heading), fieldWeight.heading)
  add(new Set(path), fieldWeight.path)
  add(body, fieldWeight.body)
  return counts
}
