import * as z from 'zod'
import { invocationOrigin } from './invocation.ts'
import { evidenceItem, evidenceStatus } from './rag-tool-result.ts'
import { type ViolationCode, violationCodes } from './violations.ts'

export const violation = z.object({
  code: z.enum(violationCodes as [ViolationCode, ...ViolationCode[]]),
  /** JSON Pointer (RFC 6901) into the draft; empty for the whole. */
  path: z.string(),
  message: z.string(),
  hint: z.string(),
  tool_call_id: z.string().optional(),
  document_id: z.string().optional(),
})
export type Violation = Readonly<z.infer<typeof violation>>

/** One cited call, rebuilt from the ledger with the cited items only. */
const snapshotInvocation = z.object({
  tool_call_id: z.string(),
  tool: z.string(),
  origin: invocationOrigin,
  query: z.string(),
  evidence_status: evidenceStatus,
  relevance_level: z.string().nullable(),
  truncated: z.boolean(),
  projection_sha256: z.string(),
  /** `cut`: the stored excerpt is shorter than what the engine or caller gave. */
  items: z.array(evidenceItem().extend({ cut: z.boolean() })),
})
export type SnapshotInvocation = Readonly<z.infer<typeof snapshotInvocation>>

/** Which cited items, by call, one analysis rests on. Ids only: nothing in a snapshot comes from the draft's text. */
const snapshotAnalysis = z.object({
  analysis_id: z.string(),
  kind: z.enum(['NORMAL', 'NEGATIVE_OBSERVATION']),
  references: z.array(z.object({ tool_call_id: z.string(), document_ids: z.array(z.string()) })),
})

export const evidenceSnapshot = z.object({
  invocations: z.array(snapshotInvocation),
  analyses: z.array(snapshotAnalysis),
})
export type EvidenceSnapshot = Readonly<z.infer<typeof evidenceSnapshot>>

/** The guard's answer (spec 04). A rejected draft is an answer, not an error. */
export const guardVerdict = z.object({
  verdict: z.enum(['PASS', 'REJECT']),
  /** In document order, cut at 200 rows and 100 KB. */
  violations: z.array(violation),
  /** How many there were before the cut. */
  violations_total: z.int().nonnegative(),
  /** On PASS only. */
  snapshot: evidenceSnapshot.nullable(),
})
export type GuardVerdict = Readonly<z.infer<typeof guardVerdict>>
