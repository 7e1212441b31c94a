import type { Confusion } from './confusion.ts'

/** Fraction of the warnings that were right; null without warnings. */
export function precision({ truePositive, falsePositive }: Confusion): number | null {
  const warnings = truePositive + falsePositive
  return warnings === 0 ? null : truePositive / warnings
}
