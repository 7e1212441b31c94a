// The only thing that an agent sees of a tool call: a frozen contract (spec 02, "Project"). Strict: one key more or less is
// not this contract. Key order is part of it, because the text is stored and digested byte for byte.
import * as z from 'zod'
import { once } from './once.ts'

export const evidenceStatus = z.enum(['EVIDENCE_FOUND', 'NO_EVIDENCE'])
export type EvidenceStatus = z.infer<typeof evidenceStatus>

export const evidenceItem = once(() =>
  z.strictObject({
    /** The chunk-level evidence key: the coordinate that drafts and reports quote literally. */
    document_id: z.string().min(1),
    source: z.string().nullable(),
    title: z.string().nullable(),
    breadcrumb: z.string().nullable(),
    excerpt: z.string(),
  }),
)
export type EvidenceItem = Readonly<z.infer<ReturnType<typeof evidenceItem>>>

export const ragToolResult = z.lazy(() =>
  z
    .strictObject({
      evidence_status: evidenceStatus,
      tool_call_id: z.string().min(1),
      query: z.string(),
      evidence: z.array(evidenceItem()),
      returned_count: z.int().nonnegative(),
      /** `HIGHLY_RELEVANT` is reserved; nothing here produces it. */
      relevance_level: z.enum(['PRECISE', 'REFERENCE', 'HIGHLY_RELEVANT']).nullable(),
      truncated: z.boolean(),
    })
    .refine((r) => r.returned_count === r.evidence.length, {
      path: ['returned_count'],
      message: 'must equal the items',
    })
    .refine((r) => (r.evidence_status === 'EVIDENCE_FOUND') === r.evidence.length > 0, {
      path: ['evidence_status'],
      message: 'must agree with the items',
    }),
)
export type RagToolResult = Readonly<z.infer<typeof ragToolResult>>
