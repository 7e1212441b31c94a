import { inspect } from 'node:util'
import { Fault } from '../../../lib/contract/faults.ts'

/** The fault that `work` throws; anything else that it does fails the test. */
export async function faultOf(work: Promise<unknown> | (() => unknown)): Promise<Fault> {
  let given: unknown
  try {
    given = await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (error instanceof Fault) return error
    throw new Error('expected a Fault', { cause: error })
  }
  throw new Error(`expected a Fault, got ${inspect(given)}`)
}

/** Everything that a log could print of a fault: its own fields, hidden ones and its causes. */
export function everythingIn(fault: Fault): string {
  return `${inspect(fault, { depth: null, showHidden: true })} ${JSON.stringify(fault)} ${JSON.stringify(fault.cause)}`
}
