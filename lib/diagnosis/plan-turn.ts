// The stop rules (spec 06): what a turn may be, before the model is asked. Pure: the run's stored turns and its harness decide.

import type { FallbackCause } from '../contract/fallback-causes.ts'
import type { StopReason } from '../contract/invocation.ts'
import type { TurnItem } from '../contract/turn.ts'
import { statementAdded } from './added-statements.ts'

/** Why only the submit tool is offered. */
export type SubmitReason = StopReason | 'MODEL_STOPPED' | 'LAST_TURN'

/** A turn that the model is asked for. */
export type AskedTurn =
  | { readonly kind: 'search' }
  | { readonly kind: 'submit'; readonly why: SubmitReason }
  /**
   * `turn` handed in the draft to repair; `before` the draft before that one, if it was a repair itself; `basis` the last one
   * that added no statement: what a repair may say.
   */
  | { readonly kind: 'repair'; readonly turn: TurnItem; readonly before: TurnItem | null; readonly basis: TurnItem }

export type TurnPlan =
  | AskedTurn
  /** The model is not asked any more. */
  | { readonly kind: 'over'; readonly cause: FallbackCause }

export type TurnLimits = {
  /** Turns of a run, repairs not counted. The last one must submit. */
  readonly maxTurns: number
  /** Of a run, whatever they are for. */
  readonly maxRepairs: number
}

/** @param stop what the harness says of further lookups; null: they are welcome */
export function planTurn(turns: readonly TurnItem[], stop: StopReason | null, limits: TurnLimits): TurnPlan {
  const last = turns.at(-1)
  const drafts = turns.filter(hasDraft)
  const rejected = drafts.at(-1)
  if (last !== undefined && rejected !== undefined && (last.next === 'DRAFT' || last.kind === 'repair')) {
    const repairs = turns.filter((turn) => turn.kind === 'repair').length
    if (repairs >= limits.maxRepairs) return { kind: 'over', cause: 'REPAIRS_EXHAUSTED' }
    const basis = drafts.findLast(addsNothing) ?? rejected
    return { kind: 'repair', turn: rejected, before: drafts.at(-2) ?? null, basis }
  }
  // Before the first draft no turn is a repair; after it every one is.
  if (stop !== null) return { kind: 'submit', why: stop }
  if (last !== undefined && saidNothingToDo(last)) return { kind: 'submit', why: 'MODEL_STOPPED' }
  return turns.length + 1 >= limits.maxTurns ? { kind: 'submit', why: 'LAST_TURN' } : { kind: 'search' }
}

const hasDraft = (turn: TurnItem) => turn.draft !== undefined

const addsNothing = (turn: TurnItem) => turn.draft_refused?.some(({ code }) => code === statementAdded) !== true

/** The model asked for nothing at all: it has stopped by itself. */
function saidNothingToDo(turn: TurnItem): boolean {
  const said = turn.messages.findLast((message) => message.role === 'assistant')
  return said?.role === 'assistant' && said.tool_calls.length === 0
}
