import type { CaseFailure, CaseResult, ObservedValue } from './case-result.ts'
import { type GateRules, metricsOf } from './gate-rules.ts'
import { type Report, reportSchemaVersion, type Totals } from './report.ts'

export type ReportInput = {
  readonly engine: string
  readonly config: Readonly<Record<string, ObservedValue>>
  readonly cases: readonly CaseResult[]
}

/**
 * The report of an evaluation, its cases in the order given. A case's figure that is no finite number becomes a failure of that
 * case: it is never skipped (spec 07, "Commands").
 */
export function buildReport(rules: GateRules, { engine, config, cases: given }: ReportInput): Report {
  const cases = given.map(failUncomputed)
  const tags = [...new Set(cases.flatMap((each) => each.tags))].sort()
  return {
    schemaVersion: reportSchemaVersion,
    evaluation: rules.evaluation,
    engine,
    config,
    totals: totalsOf(rules, cases, 'all'),
    tags: Object.fromEntries(
      tags.map((tag) => [
        tag,
        totalsOf(
          rules,
          cases.filter((each) => each.tags.includes(tag)),
          'applying',
        ),
      ]),
    ),
    cases,
  }
}

/** @param which `all`: a metric that applies to no case is null; `applying`: it is left out */
export function totalsOf(rules: GateRules, cases: readonly CaseResult[], which: 'all' | 'applying'): Totals {
  const figures = Object.entries(metricsOf(rules)).map(([name, rule]) => [name, rule.over(cases)] as const)
  const shown = figures.filter(([, figure]) => which === 'all' || figure !== null)
  return {
    cases: cases.length,
    passed: cases.filter(({ pass }) => pass).length,
    metrics: Object.fromEntries(shown.map(([name, figure]) => [name, finite(figure)])),
  }
}

function failUncomputed(result: CaseResult): CaseResult {
  const uncomputed = Object.keys(result.metrics).filter((name) => finite(result.metrics[name]) === null)
  const failures = [...result.failures, ...uncomputed.map(notComputed)]
  const metrics = Object.fromEntries(Object.entries(result.metrics).map(([name, figure]) => [name, finite(figure)]))
  return { ...result, metrics, failures, pass: failures.length === 0 }
}

const notComputed = (name: string): CaseFailure => ({
  field: `metrics.${name}`,
  expected: 'a finite number',
  actual: null,
  message: `${name} could not be computed.`,
})

const finite = (figure: number | null | undefined): number | null =>
  typeof figure === 'number' && Number.isFinite(figure) ? figure : null
