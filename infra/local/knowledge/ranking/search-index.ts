// One scope's documents in memory: word index, spelling index and the terms that the rerank step reads. Only grows; a rebuild
// makes a new one.
import { basename, extname } from 'node:path/posix'
import MiniSearch from 'minisearch'
import type { RetrievalMode } from '../../../../lib/contract/knowledge-api.ts'
import { createDenseIndex } from '../dense/dense-index.ts'
import type { Vector } from '../dense/embedder.ts'
import type { ChunkedDocument } from '../reading/chunk-document.ts'
import type { ShareTurns } from '../share-turns.ts'
import { termsOf } from './analyse-text.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { pickRareTerms } from './pick-rare-terms.ts'
import { type DocumentTerms, fieldWeight, type KnownWords, scoreChunk, weighQuery } from './score-chunk.ts'
import { createSimilarTerms } from './similar-terms.ts'
import { spreadDocuments } from './spread-documents.ts'
import { countOf, packCounts, type TermCounts } from './term-counts.ts'
import { createVocabulary } from './vocabulary.ts'
import { withCloseness } from './with-closeness.ts'

/** A candidate of the rerank step: which chunk of which document, and its absolute score in [0, 1]. */
export type RankedChunk = { readonly docId: string; readonly chunkIndex: number; readonly score: number }

/** `name`: the document's file name; its words are indexed, its folders and its ending are not. `vectors`: one a chunk. */
export type IndexedDocument = ChunkedDocument & { readonly name?: string; readonly vectors?: readonly Vector[] }

export type SearchIndex = {
  /**
   * Adds a document (`docId` must be new to this index), one call at a time. It awaits `shareTurns` after each chunk; a search
   * sees nothing of the document before the end. Chunks without terms, or with those of an earlier one, cannot be found.
   */
  add(docId: string, document: IndexedDocument, shareTurns?: ShareTurns): Promise<void>
  readonly chunkCount: number
  /**
   * The best `most` chunks of the documents that `accepts` lets through, best first. `hybrid` recalls by words, and by spelling
   * for those that are hardly known; `semantic` by spelling alone. Both are reranked by the same score.
   */
  search(
    query: string,
    mode: RetrievalMode,
    most: number,
    accepts: (docId: string) => boolean,
    vector?: Vector | null,
  ): RankedChunk[]
}

/** `terms` is null until all of the document is there. */
type HeldDocument = DocumentTerms & { readonly docId: string; terms: TermCounts | null }
type Entry = {
  readonly id: number
  readonly document: HeldDocument
  readonly chunkIndex: number
  readonly counts: TermCounts
  readonly length: number
}

/** Candidates that each channel hands on at least, so that a small answer is still picked from a wide recall. */
const leastRecall = 100
/** Chunks of one document that a channel hands on before it has named all other documents that it found. */
const recallShare = 12
/** The same for the candidates: a share of them, but at least so many. */
const documentShare = 0.25
const leastShare = 3
/** By spelling alone: how alike a word must be, and how many of them are taken. */
const variants = { least: 0.5, most: 6 }

const byScore = (a: RankedChunk, b: RankedChunk) => b.score - a.score

export function createSearchIndex(): SearchIndex {
  const entries: Entry[] = []
  const vocabulary = createVocabulary()
  const similarTerms = createSimilarTerms()
  const dense = createDenseIndex()
  let documentCount = 0
  const words = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
    searchOptions: { bm25: { k: 1.2, b: 0.75, d: 0 } },
  })
  const known: KnownWords = { documentsWith: vocabulary.documentsWith, similarTo: similarTerms.nearest }

  const countIn = (counts: TermCounts, term: string) => {
    const number = vocabulary.find(term)
    return number === undefined ? 0 : countOf(counts, number)
  }

  return {
    async add(docId, { heading, chunks, name = '', vectors = [] }, shareTurns = async () => undefined) {
      const headingTerms = [...new Set(termsOf(heading ?? ''))]
      const nameTerms = [...new Set(termsOf(basename(name, extname(name))))]
      const document: HeldDocument = {
        docId,
        heading: headingTerms,
        chunkCount: chunks.length,
        terms: null,
        has: (term) => document.terms !== null && countIn(document.terms, term) > 0,
      }
      const holds = new Set<number>()
      const firstNew = vocabulary.size
      const bodies = new Set<string>()
      for (const [chunkIndex, { text, path }] of chunks.entries()) {
        await shareTurns()
        const pathTerms = [...new Set(termsOf(path.join('\n')))]
        const bodyTerms = termsOf(text)
        const body = bodyTerms.join(' ')
        if (body === '' || bodies.has(body)) continue
        bodies.add(body)
        const counts = new Map<number, number>()
        const count = (terms: readonly string[], weight: number) => {
          for (const term of terms) {
            const number = vocabulary.number(term)
            counts.set(number, (counts.get(number) ?? 0) + weight)
          }
        }
        count(nameTerms, fieldWeight.name)
        count(headingTerms, fieldWeight.heading)
        count(pathTerms, fieldWeight.path)
        count(bodyTerms, fieldWeight.body)
        for (const number of counts.keys()) holds.add(number)
        words.add({ id: entries.length, text: [...nameTerms, ...headingTerms, ...pathTerms, body].join(' ') })
        const vector = vectors[chunkIndex]
        if (vector !== undefined) dense.add(entries.length, vector)
        entries.push({ id: entries.length, document, chunkIndex, counts: packCounts(counts), length: bodyTerms.length })
      }
      vocabulary.countDocument(holds)
      for (let number = firstNew; number < vocabulary.size; number += 1) similarTerms.add(vocabulary.term(number))
      documentCount += 1
      document.terms = packCounts(new Map([...holds].map((number) => [number, 1])))
    },
    get chunkCount() {
      return entries.length
    },
    search(query, mode, most, accepts, vector = null) {
      const asked = weighQuery(query, known)
      const recall = Math.max(most, leastRecall)
      const acceptance = new Map<HeldDocument, boolean>()
      const accepted = (document: HeldDocument) => {
        const before = acceptance.get(document)
        if (before !== undefined) return before
        const now = document.terms !== null && accepts(document.docId)
        acceptance.set(document, now)
        return now
      }
      const spread = (found: readonly Entry[]) =>
        spreadDocuments(found, ({ document }) => document.docId, { share: recallShare, most: recall })
      const acceptedOf = (id: number) => {
        const entry = entries[id]
        return entry !== undefined && accepted(entry.document) ? [entry] : []
      }
      const recalled = (terms: readonly string[]) => {
        const picked = pickRareTerms(terms, vocabulary.documentsWith, documentCount)
        if (picked.length === 0) return []
        return spread(words.search(picked.join(' ')).flatMap(({ id }) => acceptedOf(id)))
      }
      const likeness = vector === null ? null : dense.compare(vector)
      const alike = likeness === null ? [] : [spread(likeness.nearest.flatMap(acceptedOf))]
      const spelledAlike = asked.units.flatMap(({ similar }) => similar ?? [])
      const variantsOf = ({ term }: { readonly term: string }) => similarTerms.near(term, variants)
      const byWords = () => [
        recalled([...asked.terms].filter((term) => !spelledAlike.includes(term))),
        recalled(spelledAlike),
      ]
      const bySpelling = () => [recalled([...asked.terms, ...asked.units.flatMap(variantsOf)])]
      const rankings = mode === 'hybrid' ? [...byWords(), ...alike] : likeness === null ? bySpelling() : alike
      const scored = fuseRanks(rankings)
        .map(({ id, document, chunkIndex, counts, length }) => {
          const count = (term: string) => countIn(counts, term)
          const covered = scoreChunk(asked, { count, length }, document)
          const score = likeness === null ? covered : withCloseness(covered, likeness.closeness(id))
          return { docId: document.docId, chunkIndex, score }
        })
        .sort(byScore)
      const share = Math.max(leastShare, Math.ceil(most * documentShare))
      return spreadDocuments(scored, ({ docId }) => docId, { share, most, strict: true }).sort(byScore)
    },
  }
}
