import type { Diff } from './diff.ts'
import type { Report } from './report.ts'

/**
 * A report or a diff as the text of a file: byte for byte the same for the same results, its keys in the order of the contract
 * and names within a record in that of the evaluation.
 */
export function renderJson(value: Report | Diff): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
