/** Counts of a check that warns: positive is "unsupported". */
type Confusion = {
  readonly truePositive: number
  readonly falsePositive: number
  readonly trueNegative: number
  readonly falseNegative: number
}

type Outcome = { readonly unsupported: boolean; readonly warned: boolean }

/** The counts of a set. */
export function confusionOf(outcomes: readonly Outcome[]): Confusion {
  const count = (unsupported: boolean, warned: boolean) =>
    outcomes.filter((outcome) => outcome.unsupported === unsupported && outcome.warned === warned).length
  return {
    truePositive: count(true, true),
    falsePositive: count(false, true),
    trueNegative: count(false, false),
    falseNegative: count(true, false),
  }
}

/** Fraction of the warnings that were right; null without warnings. */
export function precision({ truePositive, falsePositive }: Confusion): number | null {
  const warnings = truePositive + falsePositive
  return warnings === 0 ? null : truePositive / warnings
}

/** Fraction of the unsupported that was warned of; null without any. */
export function recall({ truePositive, falseNegative }: Confusion): number | null {
  const unsupported = truePositive + falseNegative
  return unsupported === 0 ? null : truePositive / unsupported
}

/** Fraction of the supported that was warned of all the same; null without any. */
export function falseAlarms({ trueNegative, falsePositive }: Confusion): number | null {
  const supported = trueNegative + falsePositive
  return supported === 0 ? null : falsePositive / supported
}

/** Mean of the two labels' recalls, so that a set with few of one label does not flatter; null when a label is absent. */
export function balancedAccuracy(confusion: Confusion): number | null {
  const unsupported = recall(confusion)
  const alarms = falseAlarms(confusion)
  return unsupported === null || alarms === null ? null : (unsupported + 1 - alarms) / 2
}
