import { Fault } from '../../lib/contract/faults.ts'

/** More than any name of ours has. */
const shownChars = 100

/**
 * Refuses names that nobody asks for. Ignored, a misspelt `replaces` would leave the old text as evidence, and its sender none
 * the wiser.
 *
 * @param given names that were sent
 * @param known all that there are, in the order in which they are told
 * @throws Fault `E_VALIDATION` whose details name each unknown one, and the known ones
 */
export function refuseUnknown(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const message = `is not known here; ${known.length === 0 ? 'nothing is' : `known are ${known.join(', ')}`}`
  throw new Fault('E_VALIDATION', {
    details: unknown.map((name) => ({ path: name.slice(0, shownChars).toWellFormed(), message })),
  })
}
