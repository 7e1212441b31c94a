import { join } from 'node:path'

/** A place in the folder of public data sets: `EVIDENCE_DATA`, or the one beside the project. It need not be there. */
export function dataFolder(...names: readonly string[]): string {
  return join(process.env.EVIDENCE_DATA ?? '../shared/data', ...names)
}
