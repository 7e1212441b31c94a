// One scope's documents in memory: word index, spelling index and the terms that the rerank step reads. Only grows; a rebuild
// makes a new one.
import MiniSearch from 'minisearch'
import type { RetrievalMode } from '../../../lib/contract/knowledge-api.ts'
import { termsOf } from './analyse-text.ts'
import type { ChunkedDocument } from './chunk-document.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { createGramIndex } from './gram-index.ts'
import {
  type ChunkTerms,
  type DocumentTerms,
  fieldWeight,
  scoreChunk,
  type Vocabulary,
  weighQuery,
} from './score-chunk.ts'
import type { ShareTurns } from './share-turns.ts'
import { createSimilarTerms } from './similar-terms.ts'
import { spreadDocuments } from './spread-documents.ts'

/** A candidate of the rerank step: which chunk of which document, and its absolute score in [0, 1]. */
export type RankedChunk = { readonly docId: string; readonly chunkIndex: number; readonly score: number }

export type SearchIndex = {
  /**
   * Adds a document (`docId` must be new to this index), one call at a time. It awaits `shareTurns` after each chunk; a search
   * sees nothing of the document before the end. Chunks without terms, or with those of an earlier one, cannot be found.
   */
  add(docId: string, document: ChunkedDocument, shareTurns?: ShareTurns): Promise<void>
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
/** Chunks of one document that a channel hands on before it has named all other documents that it found. */
const recallShare = 12
/** The same for the candidates: a share of them, but at least so many. */
const documentShare = 0.25
const leastShare = 3

const byScore = (a: RankedChunk, b: RankedChunk) => b.score - a.score

export function createSearchIndex(): SearchIndex {
  const entries: Entry[] = []
  const documents = new Map<string, DocumentTerms>()
  const documentsByTerm = new Map<string, number>()
  const spelling = createGramIndex()
  const similarTerms = createSimilarTerms()
  const words = new MiniSearch<{ id: number; heading: string; path: string; body: string }>({
    fields: ['heading', 'path', 'body'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
    searchOptions: { boost: { heading: 2, path: 1.5, body: 1 }, bm25: { k: 1.2, b: 0.75, d: 0 } },
  })
  const vocabulary = (): Vocabulary => ({
    documentsWith: (term) => documentsByTerm.get(term) ?? 0,
    similarTo: similarTerms.nearest,
  })

  return {
    async add(docId, { heading, chunks }, shareTurns = async () => undefined) {
      const headingTerms = termsOf(heading ?? '')
      const documentTerms = new Set<string>()
      const bodies = new Set<string>()
      for (const [chunkIndex, { text, path }] of chunks.entries()) {
        await shareTurns()
        const pathTerms = termsOf(path.join('\n'))
        const bodyTerms = termsOf(text)
        const body = bodyTerms.join(' ')
        if (body === '' || bodies.has(body)) continue
        bodies.add(body)
        const counts = countTerms(headingTerms, pathTerms, bodyTerms)
        for (const term of counts.keys()) documentTerms.add(term)
        words.add({
          id: entries.length,
          heading: headingTerms.join(' '),
          path: pathTerms.join(' '),
          body,
        })
        spelling.add(`${heading ?? ''}\n${path.join('\n')}\n${text}`, documents.size)
        entries.push({ docId, chunkIndex, terms: { counts, length: bodyTerms.length } })
      }
      for (const term of documentTerms) {
        documentsByTerm.set(term, (documentsByTerm.get(term) ?? 0) + 1)
        similarTerms.add(term)
      }
      documents.set(docId, { terms: documentTerms, chunkCount: chunks.length })
    },
    get chunkCount() {
      return entries.length
    },
    search(query, mode, most, accepts) {
      const known = vocabulary()
      const units = weighQuery(query, known)
      const recall = Math.max(most, leastRecall)
      const documentOf = (entry: number) => entries[entry]?.docId ?? ''
      const accepted = (entry: number) => documents.has(documentOf(entry)) && accepts(documentOf(entry))
      const spread = (found: readonly number[]) =>
        spreadDocuments(found, documentOf, { share: recallShare, most: recall })
      const bySpelling = spread(spelling.nearest(query, accepted))
      const rankings =
        mode === 'semantic' ? [bySpelling] : [spread(byWords(units.flatMap(queryTerms), accepted)), bySpelling]
      const scored = fuseRanks(rankings)
        .flatMap((at) => {
          const entry = entries[at]
          const document = documents.get(documentOf(at))
          if (entry === undefined || document === undefined) return []
          const { docId, chunkIndex, terms } = entry
          return [{ docId, chunkIndex, score: scoreChunk(units, terms, document) }]
        })
        .sort(byScore)
      const share = Math.max(leastShare, Math.ceil(most * documentShare))
      return spreadDocuments(scored, ({ docId }) => docId, { share, most }).sort(byScore)
    },
  }

  function byWords(terms: readonly string[], accepted: (entry: number) => boolean): number[] {
    return words.search([...new Set(terms)].join(' '), { filter: ({ id }) => accepted(id) }).map(({ id }) => id)
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
