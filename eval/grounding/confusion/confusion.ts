/** Counts of a check that warns: positive is "unsupported". */
export type Confusion = {
  readonly truePositive: number
  readonly falsePositive: number
  readonly trueNegative: number
  readonly falseNegative: number
}

export type Outcome = { readonly unsupported: boolean; readonly warned: boolean }

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
