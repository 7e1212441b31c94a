// py-rag API v1 (spec 01). Requests are strict (we write them); replies are tolerant (another program writes them):
// single fields are judged by the adapter, by the table in spec 01, so that one bad hit never spoils the others.
import * as z from 'zod'
import { documentId } from './ids.ts'
import { limits } from './limits.ts'
import { sentText } from './sent-text.ts'

export const retrievalMode = z.enum(['hybrid', 'semantic'])
export type RetrievalMode = z.infer<typeof retrievalMode>

export const searchRequest = z.object({
  query: z.string(),
  mode: retrievalMode,
  retrieve_k: z.int().positive(),
  return_n: z.int().positive(),
  max_chunks_per_document: z.int().positive(),
  category: z.string().optional(),
  kb_scope: z.string().optional(),
})
export type SearchRequest = z.infer<typeof searchRequest>

/** The part of a search reply that must hold for the reply to count as one at all. */
export const searchReply = z.lazy(() =>
  z.looseObject({
    hits: z.array(z.unknown()),
    evidence_status: z.unknown().optional(),
    retrieval_trace: z.unknown().optional(),
  }),
)

/** What of `retrieval_trace` the audit keeps; anything mistyped is null. */
export const retrievalTraceReply = z.lazy(() =>
  z.looseObject({
    recall_count: z.number().nullable().catch(null).default(null),
    rerank_model: z.string().nullable().catch(null).default(null),
    no_evidence_basis: z.string().nullable().catch(null).default(null),
  }),
)

/** What a document is filed under when neither its uploader nor the document itself says anything (spec 01, "Ingest"). */
export const defaultCategory = 'default'

export const ingestReply = z.lazy(() =>
  z.looseObject({
    /** Such an id only: one that no path can name could never be read, replaced or withdrawn. */
    doc_id: documentId,
    chunk_count: z.int().nonnegative(),
    unchanged: z.boolean().catch(false).default(false),
    /** What the document itself says that it is filed under, where that decided. The embedded service tells it. */
    category: sentText().trim().min(1).max(limits.document.labelChars).optional().catch(undefined),
  }),
)
export type IngestReply = z.infer<typeof ingestReply>

export const rebuildReply = z.lazy(() => z.looseObject({ task_id: z.string().min(1) }))
export type RebuildReply = z.infer<typeof rebuildReply>

export const taskState = z.enum(['pending', 'running', 'succeeded', 'failed'])
export const taskReply = z.lazy(() =>
  z.object({
    task_id: z.string(),
    state: taskState,
    processed: z.int().nonnegative().nullable().default(null),
    total: z.int().nonnegative().nullable().default(null),
    started_at: z.string().nullable().default(null),
    finished_at: z.string().nullable().default(null),
    error: z.string().nullable().default(null),
  }),
)
export type TaskReply = z.infer<typeof taskReply>

export const healthStatus = z.enum(['ok', 'degraded', 'down'])
export const probe = z.lazy(() => z.object({ ok: z.boolean(), latency_ms: z.number().nullable().default(null) }))
export const healthReply = z.lazy(() =>
  z.object({ status: healthStatus, probes: z.record(z.string(), probe).default({}) }),
)
export type HealthReply = z.infer<typeof healthReply>

/** The service's error envelope. */
export const errorReply = z.lazy(() =>
  z.looseObject({
    error: z.looseObject({
      code: z.string(),
      message: z.string().catch('').default(''),
      request_id: z.string().nullable().catch(null).default(null),
    }),
  }),
)
