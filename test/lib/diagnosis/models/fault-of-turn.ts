import { Fault } from '../../../../lib/contract/faults.ts'
import type { ModelAnswer } from '../../../../lib/diagnosis/model-port.ts'

/** The fault that a turn ends with; anything else fails the test. */
export async function faultOfTurn(turn: Promise<ModelAnswer>): Promise<Fault> {
  const outcome = await turn.then(
    (answer) => answer,
    (error: unknown) => error,
  )
  if (outcome instanceof Fault) return outcome
  throw new Error(`no fault but ${String(outcome)} ${JSON.stringify(outcome)}`)
}
