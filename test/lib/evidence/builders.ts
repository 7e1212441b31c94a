// Hits, blocks and settings of the pipeline; a test says only what matters to it.
import fc from 'fast-check'
import type { KnowledgeHit } from '../../../lib/contract/knowledge-hit.ts'
import type { EvidenceBlock } from '../../../lib/contract/lookup-result.ts'
import type { EvidenceSettings } from '../../../lib/evidence/evidence-settings.ts'
import type { SearchedAttempt } from '../../../lib/evidence/run-evidence.ts'
import { hostileText } from '../hostile-text.ts'

/** The defaults of spec 02, written out. */
export const defaults: EvidenceSettings = {
  returnN: 5,
  maxChunksPerDocument: 2,
  preciseThreshold: 0.75,
  referenceThreshold: 0.5,
  contextCharBudget: 4000,
  locale: 'en',
  projection: { maxItems: 8, maxExcerptChars: 1200, maxQueryChars: 500, maxBytes: 16_384 },
}

/** Chunk `chunk` of document `doc` at `rank`. */
export function hit(doc: string, chunk: number, rank: number, changes: Partial<KnowledgeHit> = {}): KnowledgeHit {
  return {
    evidenceKey: `${doc}#chunk-${chunk}`,
    docId: doc,
    chunkIndex: chunk,
    content: `content of ${doc} ${chunk}`,
    rawScore: 0.9,
    score: 0.9,
    documentId: null,
    scoreLabel: 'RERANK',
    originalRank: rank,
    source: `${doc}.md`,
    title: `Title ${doc}`,
    breadcrumb: `Title ${doc} > Part ${chunk}`,
    ...changes,
  }
}

export const gatewayBlock: EvidenceBlock = {
  evidenceKey: 'gateway-timeout-md-34223174#chunk-1',
  docId: 'gateway-timeout-md-34223174',
  chunkIndex: 1,
  content: 'First check the upstream configuration ...',
  rawScore: 0.91,
  score: 0.91,
  documentId: null,
  scoreLabel: 'RERANK',
  originalRank: 1,
  source: 'gateway-timeout.md',
  title: 'Gateway timeouts',
  breadcrumb: 'Gateway timeouts > Steps',
  finalRank: 1,
  hitReasons: ['semantic_rank:1', 'attempt:UNFILTERED_VECTOR'],
}

export const blockWith = (changes: Partial<EvidenceBlock> = {}): EvidenceBlock => ({ ...gatewayBlock, ...changes })

/** What one search brought. */
export function searched(hits: readonly KnowledgeHit[], changes: Partial<SearchedAttempt> = {}): SearchedAttempt {
  return {
    hits,
    contractWarnings: [],
    trace: {
      mode: 'hybrid',
      durationMs: 12,
      serviceRequestId: 'req-1',
      evidenceStatus: hits.length > 0 ? 'supported' : 'no_evidence',
      noEvidenceBasis: null,
      recallCount: 20,
      rerankModel: 'BAAI/bge-reranker-v2-m3',
    },
    ...changes,
  }
}

const label = fc.option(hostileText)

/** Hits as the adapter may hand them over, in any order, with repeats, blanks and crowded documents. */
export const anyHits: fc.Arbitrary<KnowledgeHit[]> = fc
  .array(
    fc.record({
      evidenceKey: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('A#chunk-1', 'A#chunk-2', 'A#chunk-3', 'B#chunk-1', 'rank:4') },
        { weight: 2, arbitrary: hostileText.map((text) => `k${text.slice(0, 500)}`) },
      ),
      docId: fc.oneof(fc.constantFrom('A', 'B', null), hostileText),
      documentId: fc.constant(null),
      chunkIndex: fc.option(fc.nat(9)),
      content: fc.oneof({ weight: 1, arbitrary: fc.constantFrom('', ' \n\t') }, { weight: 6, arbitrary: hostileText }),
      rawScore: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      score: fc.oneof(fc.constantFrom(0, 0.5, 0.75, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      scoreLabel: fc.constant('RERANK' as const),
      source: label,
      title: label,
      breadcrumb: label,
    }),
    { maxLength: 14 },
  )
  .chain((hits) =>
    fc
      .shuffledSubarray(
        hits.map((_, index) => index + 1),
        { minLength: hits.length },
      )
      .map((ranks) => hits.map((each, index) => ({ ...each, originalRank: ranks[index] ?? index + 1 }))),
  )

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
