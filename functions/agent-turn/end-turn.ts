import type { FallbackCause } from '../../lib/contract/fallback-causes.ts'
import type { ModelMessage, TurnItem } from '../../lib/contract/turn.ts'
import type { TurnPlan } from '../../lib/diagnosis/plan-turn.ts'

/** The turn that ends a run without an answer of the model: it says what the model was told, if it was asked, and why. */
export function endTurn(
  base: Pick<TurnItem, 'n' | 'model' | 'created_at'>,
  plan: TurnPlan,
  told: readonly ModelMessage[],
  cause: FallbackCause,
): TurnItem {
  return {
    ...base,
    // Only repairs are used up before the model is asked.
    kind: plan.kind === 'over' ? 'repair' : plan.kind,
    messages: [...told],
    stop: null,
    next: 'FALLBACK',
    lookups: [],
    refused: [],
    fallback_cause: cause,
  }
}
