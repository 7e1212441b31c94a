import type { FallbackCause } from '../contract/fallback-causes.ts'
import type { TurnItem } from '../contract/turn.ts'
import type { AskedTurn } from './plan-turn.ts'
import type { ReadAnswer } from './read-answer.ts'

/**
 * What follows from an answer, by the plan of its turn (spec 06, "Stop rules" and "Repair").
 * @param added whether a repaired draft adds statements: then no guard may see it
 */
export function closeTurn(
  plan: AskedTurn,
  read: ReadAnswer,
  added: boolean,
): { readonly next: TurnItem['next']; readonly cause: FallbackCause | null } {
  if (read.draft !== null && !added) return { next: 'DRAFT', cause: null }
  // A repair without a draft that may be checked is used up; whether another one is left, the next turn's plan tells.
  if (plan.kind !== 'submit') return { next: 'LOOKUPS', cause: null }
  return { next: 'FALLBACK', cause: plan.why === 'LAST_TURN' ? 'TURNS_EXHAUSTED' : 'MODEL_SILENT' }
}
