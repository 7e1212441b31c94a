// What changed between two reports of one evaluation.
import type { ObservedValue } from './case-result.ts'

export const diffSchemaVersion = 1

export type Verdict = 'improvement' | 'regression' | 'neutral'

export type Change = {
  /** A case's id; null: of all cases together. */
  readonly caseId: string | null
  /** `pass`, or the name of an observed field or a metric. */
  readonly field: string
  readonly before: ObservedValue
  readonly after: ObservedValue
  /** Why, where the values alone don't say it; else null. */
  readonly note: string | null
}

export type MetricChange = {
  readonly metric: string
  readonly before: number | null
  readonly after: number | null
  readonly delta: number | null
  readonly verdict: Verdict | 'same'
}

export type Diff = {
  readonly schemaVersion: typeof diffSchemaVersion
  readonly evaluation: string
  readonly comparable: boolean
  /** Why they cannot be compared; then there is nothing else in here. */
  readonly reasons: readonly string[]
  /** Cases that both reports have: only these are compared, and the metrics are theirs. */
  readonly comparedCases: number
  readonly metrics: readonly MetricChange[]
  readonly regressions: readonly Change[]
  readonly improvements: readonly Change[]
  readonly neutral: readonly Change[]
  readonly newCases: readonly string[]
  readonly removedCases: readonly string[]
  readonly config: readonly {
    readonly setting: string
    readonly before: ObservedValue
    readonly after: ObservedValue
  }[]
  /** Something got better, nothing got worse, and all cases pass. */
  readonly baselineCouldBeRaised: boolean
}

/** The diff of what cannot be compared. */
export function incomparable(evaluation: string, reasons: readonly string[]): Diff {
  return {
    schemaVersion: diffSchemaVersion,
    evaluation,
    comparable: false,
    reasons,
    comparedCases: 0,
    metrics: [],
    regressions: [],
    improvements: [],
    neutral: [],
    newCases: [],
    removedCases: [],
    config: [],
    baselineCouldBeRaised: false,
  }
}
