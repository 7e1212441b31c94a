import type { Confusion } from './confusion.ts'
import { recall } from './recall.ts'

/** Mean of the two labels' recalls, so that a set with few of one label does not flatter; null when a label is absent. */
export function balancedAccuracy(confusion: Confusion): number | null {
  const unsupported = recall(confusion)
  const supported = confusion.trueNegative + confusion.falsePositive
  if (unsupported === null || supported === 0) return null
  return (unsupported + confusion.trueNegative / supported) / 2
}
