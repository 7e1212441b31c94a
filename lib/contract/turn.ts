// One turn of the diagnosing model, as the ledger keeps it (`TURN#{n}`): what it was told, what it said, what follows.
import * as z from 'zod'
import { fallbackCauses } from './fallback-causes.ts'

const modelToolCall = z.object({
  /** The provider's id; the workflow mints its own for the ledger. */
  id: z.string(),
  name: z.string(),
  /** The arguments as the model wrote them: JSON text, which may be broken. */
  arguments: z.string(),
})
export type ModelToolCall = Readonly<z.infer<typeof modelToolCall>>

const modelMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string().nullable(), tool_calls: z.array(modelToolCall) }),
  /** The answer to one tool call; for a lookup, exactly the stored `RagToolResult` text. */
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), text: z.string() }),
])
export type ModelMessage = Readonly<z.infer<typeof modelMessage>>

/** Why a model's turn is over. */
const modelStop = z.enum(['tool_calls', 'end', 'length', 'refusal'])

/** A lookup that the model asked for and the workflow will make. */
const plannedLookup = z.object({ tool_call_id: z.string(), provider_id: z.string(), query: z.string() })
export type PlannedLookup = Readonly<z.infer<typeof plannedLookup>>

/** A lookup that was not made, or failed: what the model is told of it. */
export const lookupError = z.object({
  tool_call_id: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
})
export type LookupError = Readonly<z.infer<typeof lookupError>>

/**
 * What follows a turn: lookups, a draft to check, or no report. `LOOKUPS` without any means that the model is asked again:
 * to submit, to repair once more, or because none of its calls could be made.
 */
const turnNext = z.enum(['LOOKUPS', 'DRAFT', 'FALLBACK'])

export const fallbackCause = z.enum(fallbackCauses)

/** Why a draft is not taken as it was handed in, before any guard has seen it. Fixed words. */
export const draftProblem = z.object({ code: z.string(), path: z.string(), message: z.string(), hint: z.string() })
export type DraftProblem = Readonly<z.infer<typeof draftProblem>>

export const turnItem = z.object({
  n: z.int().positive(),
  kind: z.enum(['search', 'submit', 'repair']),
  model: z.string(),
  /** What this turn added to what the model was told: the transcript is all turns' messages in order. */
  messages: z.array(modelMessage),
  stop: modelStop.nullable(),
  next: turnNext,
  lookups: z.array(plannedLookup),
  /** Calls that are not made: unknown tools, broken arguments, too many at once. */
  refused: z.array(lookupError),
  /** The draft as the model handed it in: a JSON value, or text that did not parse. Absent when none was. */
  draft: z.unknown().optional(),
  /** Present for a draft over its size, and for a repair that adds a statement, which no guard gets to see. */
  draft_refused: z.array(draftProblem).optional(),
  fallback_cause: fallbackCause.nullable(),
  created_at: z.string(),
})
export type TurnItem = Readonly<z.infer<typeof turnItem>>
