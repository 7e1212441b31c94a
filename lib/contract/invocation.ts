import * as z from 'zod'
import { evidenceStatus } from './rag-tool-result.ts'

/** The tool whose calls this product makes itself; no caller may record a result under its name (spec 03). */
export const lookupToolName = 'lookup_knowledge'

/** Who says so: our own search, or the caller that handed the result in. */
export const invocationOrigin = z.enum(['searched', 'recorded_by_caller'])
export type InvocationOrigin = z.infer<typeof invocationOrigin>

/**
 * A canonical invocation: one tool call's stored record. `projection` is the exact JSON text the agent saw; it is text, not
 * an object, so that what was seen is what is proved.
 */
export const canonicalInvocation = z.lazy(() =>
  z.object({
    run_id: z.string(),
    tool_call_id: z.string(),
    owner: z.string(),
    status: z.enum(['READY', 'FAILED']),
    tool: z.string(),
    origin: invocationOrigin,
    args_digest: z.string(),
    projection: z.string().nullable(),
    projection_sha256: z.string().nullable(),
    evidence_status: evidenceStatus.nullable(),
    /** Items of the projection whose excerpt was cut; the frozen view itself has no room for this mark. */
    cut_document_ids: z.array(z.string()),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    created_at: z.string(),
    /** Which attempt made it: the same as in its audit's key. */
    attempt: z.string(),
    /** Epoch seconds. Past it the record is expired for every reader, deleted or not. */
    expires_at: z.number(),
    schema_version: z.literal(1),
  }),
)
export type CanonicalInvocation = Readonly<z.infer<typeof canonicalInvocation>>

export const stopReason = z.enum(['NO_GAIN', 'BUDGET_EXHAUSTED'])
export type StopReason = z.infer<typeof stopReason>

/** What the harness tells beside a result: computed from the run's log, never from the model (spec 03, "Budget and gain"). */
export const harness = z.object({
  replayed: z.boolean(),
  gain: z.boolean(),
  new_evidence_count: z.int().nonnegative(),
  no_gain_streak: z.int().nonnegative(),
  tool_calls_used: z.int().nonnegative(),
  tool_calls_budget: z.int().positive(),
  stop_required: z.boolean(),
  stop_reason: stopReason.nullable(),
})
export type Harness = Readonly<z.infer<typeof harness>>
