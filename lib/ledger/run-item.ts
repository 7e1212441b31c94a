import * as z from 'zod'
import { stopReason } from '../contract/invocation.ts'
import { once } from '../contract/once.ts'
import { type RunState, runState } from '../contract/run-state.ts'

/** What a finished call adds to the log. `order` counts fills: gain is judged in the order in which calls were answered. */
const logFill = once(() =>
  z.object({
    order: z.int().nonnegative(),
    /** SHA-256 of the stored projection; null for a failed call. */
    projection_sha256: z.string().nullable(),
    /** The attempt whose record it tells of. */
    attempt: z.string(),
    /** Digests of the evidence keys in the view: enough to tell new from known, and short whatever the engine's keys are. */
    evidence: z.array(z.string()),
  }),
)
export type LogFill = Readonly<z.infer<ReturnType<typeof logFill>>>

/** One accepted call, in the order of acceptance. Without `fill` it is under way, or a crash left it unfinished. */
const logEntry = once(() =>
  z.object({
    tool_call_id: z.string(),
    tool: z.string(),
    args_digest: z.string(),
    reserved_at: z.string(),
    fill: logFill().optional(),
  }),
)
export type LogEntry = Readonly<z.infer<ReturnType<typeof logEntry>>>

/** The `RUN` item (spec 03): who owns the run, and the log that decides what is let in. */
export const runItem = z.lazy(() =>
  z.object({
    run_id: z.string(),
    owner: z.string(),
    question: z.string().nullable(),
    state: runState,
    created_at: z.string(),
    updated_at: z.string(),
    /** Epoch seconds. */
    expires_at: z.number(),
    log: z.array(logEntry()),
    /** Epoch seconds after which a run that is still RUNNING has failed: its workflow has ended without a word. */
    fails_at: z.number().optional(),
    /** How many fills there were: the version that a fill is conditional on. */
    fills: z.int().nonnegative(),
    /** Set by the fill that reached a stop, and never taken back. */
    stop_reason: stopReason.optional(),
    schema_version: z.literal(1),
  }),
)
export type RunItem = Readonly<z.infer<typeof runItem>>

/** The state of a run without a report. One that is RUNNING beyond its time has FAILED, for good. @param now epoch milliseconds */
export function stateAt({ state, fails_at }: Pick<RunItem, 'state' | 'fails_at'>, now: number): RunState {
  return state === 'RUNNING' && fails_at !== undefined && fails_at * 1000 <= now ? 'FAILED' : state
}
