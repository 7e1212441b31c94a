// Ids that models can copy (spec 06): providers' own are long and random, and models retell them with a letter wrong.
import { createHash } from 'node:crypto'

/** The form of a minted id: counter, and 4 hex digits of the run id's hash. */
export const mintedForm = /^c[1-9][0-9]*-[0-9a-f]{4}$/

/**
 * The ledger's id of a run's `counter`th tool call (from 1, in order over the run's turns): `c1-7f3a`. The same for the same
 * arguments, so that a duplicate execution of a turn mints the same ones.
 */
export function mintToolCallId(counter: number, runId: string): string {
  return `c${counter}-${createHash('sha256').update(runId, 'utf8').digest('hex').slice(0, 4)}`
}
