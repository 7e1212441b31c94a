// How an evaluation's results are read: which way each figure is better. An evaluation declares this once; building a report,
// comparing two and drawing them all follow from it.
import type { CaseResult } from './case-result.ts'

/** Which of two values is better: the higher, the lower, the earlier in a list (best first), or neither. Null is the worst. */
export type Order = 'higher' | 'lower' | 'neither' | readonly string[]

export type FieldRule = {
  readonly title: string
  readonly better: Order
  /** Cases that have such a field at all, for drawing; left out: all. */
  readonly applies?: (result: CaseResult) => boolean
}

export type MetricRule = {
  readonly title: string
  readonly better: 'higher' | 'lower'
  /** `share`: in [0, 1]; `count`: a number of cases. */
  readonly unit: 'share' | 'count'
  /** The figure over some cases; null when it applies to none of them. */
  readonly over: (cases: readonly CaseResult[]) => number | null
}

export type GateRules = {
  /** What the evaluation is called in its reports; reports of different evaluations are not compared. */
  readonly evaluation: string
  readonly title: string
  /** Of `CaseResult.observed`, in the order in which they are shown. */
  readonly fields: Readonly<Record<string, FieldRule>>
  /** Of `CaseResult.metrics`. */
  readonly caseMetrics: Readonly<Record<string, 'higher' | 'lower'>>
  /** Of all cases, and of the cases of each tag; beside the pass rate, which every report has. */
  readonly metrics: Readonly<Record<string, MetricRule>>
}

/** The metrics of a report by `rules`, the pass rate first. */
export function metricsOf(rules: GateRules): Readonly<Record<string, MetricRule>> {
  return { passRate, ...rules.metrics }
}

const passRate: MetricRule = {
  title: 'pass rate',
  better: 'higher',
  unit: 'share',
  over: (cases) => (cases.length === 0 ? null : cases.filter(({ pass }) => pass).length / cases.length),
}
