import * as z from 'zod'

/** One chunk that an engine found, in the project's own shape. Everything after the adapter knows only this (spec 02, "Map"). */
export const knowledgeHit = z.object({
  evidenceKey: z.string().min(1),
  docId: z.string().nullable(),
  /** As the engine named the document, whatever its key says: a withdrawal counts under either name. */
  documentId: z.string().nullable(),
  chunkIndex: z.int().nonnegative().nullable(),
  content: z.string(),
  /** As the engine gave it; null when it gave none. For the audit. */
  rawScore: z.number().nullable(),
  /** In [0, 1]. */
  score: z.number().min(0).max(1),
  /** `RERANK` is an absolute score; other engines normalise theirs in their adapter. */
  scoreLabel: z.literal('RERANK'),
  /** 1-based position in the engine's answer: the only authority on order. */
  originalRank: z.int().positive(),
  source: z.string().nullable(),
  title: z.string().nullable(),
  breadcrumb: z.string().nullable(),
})
export type KnowledgeHit = Readonly<z.infer<typeof knowledgeHit>>
