import type { Confusion } from './confusion.ts'

/** Fraction of the unsupported that was warned of; null without any. */
export function recall({ truePositive, falseNegative }: Confusion): number | null {
  const unsupported = truePositive + falseNegative
  return unsupported === 0 ? null : truePositive / unsupported
}
