// What the state machine hands to a turn: ids and errors only, the rest lies in the ledger.
import * as z from 'zod'
import { runId } from '../../lib/contract/ids.ts'
import type { LookupError } from '../../lib/contract/turn.ts'
import { cutText } from '../../lib/text/cut-text.ts'

/** The Map's results as they are: a lookup that worked has no error. */
const lookedUp = z.object({
  tool_call_id: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})

export const turnInput = z.object({
  run_id: runId,
  /** From 1. */
  turn: z.int().positive(),
  kind: z.enum(['search', 'repair']),
  lookup_errors: z.array(lookedUp).default([]),
})
export type TurnInput = Readonly<z.infer<typeof turnInput>>

const messageChars = 500
const lambdaError = z.object({ errorMessage: z.string() })

/** The failed ones, with the message that a failed task's cause carries (Lambda wraps it in JSON). */
export function lookupErrorsOf({ lookup_errors }: Pick<TurnInput, 'lookup_errors'>): LookupError[] {
  return lookup_errors.flatMap(({ tool_call_id, error }) =>
    error === undefined
      ? []
      : [
          {
            tool_call_id,
            error: { code: error.code, message: cutText(messageIn(error.message), messageChars).text },
          },
        ],
  )
}

function messageIn(cause: string): string {
  try {
    return lambdaError.parse(JSON.parse(cause)).errorMessage
  } catch {
    return cause
  }
}
