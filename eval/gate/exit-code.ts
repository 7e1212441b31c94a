import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Diff } from './diff.ts'
import type { Report } from './report.ts'

/**
 * The exit of an evaluation. A failure outranks a baseline that cannot be compared with: whoever lets 3 pass must not let a failed case
 * pass with it. @param diff null when nothing was compared
 */
export function exitCodeOf({ totals, cases }: Report, diff: Diff | null): ExitCode {
  const uncomputed = Object.values(totals.metrics).some((figure) => figure === null || !Number.isFinite(figure))
  if (uncomputed || cases.some(({ pass }) => !pass) || (diff?.regressions.length ?? 0) > 0) return exitCodes.failed
  return diff?.comparable === false ? exitCodes.incomparable : exitCodes.ok
}
