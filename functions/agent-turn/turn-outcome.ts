import type { FallbackCause } from '../../lib/contract/fallback-causes.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'

/** What the state machine gets of a turn: never the draft, never evidence. */
export type TurnOutcome = {
  readonly turn: number
  readonly next: TurnItem['next']
  readonly lookups: readonly { readonly tool_call_id: string; readonly query: string }[]
  /** The turn whose draft is to be checked. */
  readonly draft_turn: number | null
  readonly fallback_cause: FallbackCause | null
}

/**
 * A stored turn for the state: the next step, ids and the queries to make (spec 06, "AgentTurn": the transcript stays in the
 * ledger, for a state holds 256 KB at most). `LOOKUPS` without any means that the model is asked again.
 */
export function turnOutcome({ n, next, lookups, fallback_cause }: TurnItem): TurnOutcome {
  return {
    turn: n,
    next,
    lookups: lookups.map(({ tool_call_id, query }) => ({ tool_call_id, query })),
    draft_turn: next === 'DRAFT' ? n : null,
    fallback_cause,
  }
}
