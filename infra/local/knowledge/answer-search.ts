// A search reply of the API: candidates cut to what was asked for and to what is evidence at all.
import type { RetrievalMode } from '../../../lib/contract/knowledge-api.ts'
import type { Collection, FoundChunk } from './collection.ts'
import type { Vector } from './dense/embedder.ts'

export type SearchQuestion = {
  readonly query: string
  readonly mode: RetrievalMode
  readonly retrieve_k: number
  readonly return_n: number
  readonly max_chunks_per_document: number
  readonly category: string | null
  readonly kb_scope: string | null
}

/** Honest name of the stand-in for the real service's rerank model. */
const rerankModel = 'embedded/term-coverage-2'

const preciseFrom = 0.75
const referenceFrom = 0.5
/** Below this a chunk shares words with the query, but is not about it. */
export const evidenceFrom = 0.35

/** What a query is to the dense stage: its vector, and the model that made it. */
export type EmbeddedQuery = { readonly model: string; readonly vector: Vector }

/** The reply (spec 01, "Search"). Finding nothing is an answer, with its reason in `retrieval_trace.no_evidence_basis`. */
export function answerSearch(collection: Collection, question: SearchQuestion, embedded: EmbeddedQuery | null = null) {
  const { query, mode, category, kb_scope: kbScope } = question
  const most = question.retrieve_k
  const vector = embedded?.vector ?? null
  const candidates = collection.search(query, { mode, most, category, kbScope, vector })
  const evidence = candidates.filter(({ score }) => round(score) >= evidenceFrom)
  const hits = firstOfEach(evidence, question.max_chunks_per_document).slice(0, question.return_n).map(hitOf)
  const basis = hits.length > 0 ? null : candidates.length === 0 ? 'no_candidates' : 'below_threshold'
  return {
    query,
    mode,
    hits,
    relevance_level: hits[0]?.relevance_level ?? null,
    evidence_status: hits.length > 0 ? 'supported' : 'no_evidence',
    retrieval_trace: {
      mode,
      filters: { ...(category === null ? {} : { category }), ...(kbScope === null ? {} : { kb_scope: kbScope }) },
      recall_count: candidates.length,
      rerank_model: embedded === null ? rerankModel : `${rerankModel}+${embedded.model}`,
      no_evidence_basis: basis,
    },
  }
}

/** In order, at most `most` of one document. */
function firstOfEach(chunks: readonly FoundChunk[], most: number): FoundChunk[] {
  const taken = new Map<string, number>()
  return chunks.filter(({ docId }) => {
    const count = (taken.get(docId) ?? 0) + 1
    taken.set(docId, count)
    return count <= most
  })
}

function hitOf(chunk: FoundChunk) {
  const score = round(chunk.score)
  return {
    evidence_key: chunk.evidenceKey,
    document_id: chunk.docId,
    source: chunk.source,
    title: chunk.title,
    breadcrumb: chunk.breadcrumb,
    excerpt: chunk.excerpt,
    quality_score: score,
    relevance_level: score >= preciseFrom ? 'PRECISE' : score >= referenceFrom ? 'REFERENCE' : null,
  }
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000
}
