import { faults } from '../contract/faults.ts'
import type { CanonicalInvocation } from '../contract/invocation.ts'
import type { LookupError, ModelMessage, TurnItem } from '../contract/turn.ts'

export type CallOutcomes = {
  /** The run's finished calls. */
  readonly calls: readonly Pick<CanonicalInvocation, 'tool_call_id' | 'projection' | 'error'>[]
  /** Lookups that failed; those that never reached the ledger are told of here only. */
  readonly errors: readonly LookupError[]
  /** The ledger's id of the call at that position of the turn. */
  readonly idOf: (position: number) => string
}

const rejected = {
  code: 'DRAFT_REJECTED',
  message: 'The draft was not accepted; the message behind this one says why.',
}
const unfinished = { code: 'E_INTERNAL', message: faults.E_INTERNAL.message }

/**
 * The answers to the calls of `turn`, in their order: for a lookup the stored projection, byte for byte, and nothing beside it;
 * for what failed or was refused, its error. A failure is never an empty result.
 */
export function answerCalls(turn: TurnItem, { calls, errors, idOf }: CallOutcomes): ModelMessage[] {
  const said = turn.messages.findLast((message) => message.role === 'assistant')
  if (said?.role !== 'assistant') return []
  const told = [...turn.refused, ...errors]
  return said.tool_calls.map((call, i): ModelMessage => {
    const id = idOf(i)
    const stored = calls.find((record) => record.tool_call_id === id)
    const text = stored?.projection ?? errorText(id, stored?.error ?? errorOf(id))
    return { role: 'tool', tool_call_id: call.id, text }
  })

  function errorOf(id: string): LookupError['error'] {
    const error = told.find((row) => row.tool_call_id === id)?.error
    if (error !== undefined) return error
    return turn.lookups.some((lookup) => lookup.tool_call_id === id) ? unfinished : rejected
  }
}

function errorText(id: string, { code, message }: LookupError['error']): string {
  return JSON.stringify({ tool_call_id: id, error: { code, message } })
}
