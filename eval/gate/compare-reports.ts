import { totalsOf } from './build-report.ts'
import type { CaseResult } from './case-result.ts'
import { compareCase } from './compare-case.ts'
import { compareMetrics } from './compare-metrics.ts'
import { type Change, type Diff, diffSchemaVersion, incomparable, type Verdict } from './diff.ts'
import type { GateRules } from './gate-rules.ts'
import type { Report } from './report.ts'

/**
 * What changed from `baseline` to `report`: each metric, and each case on its own, so that no average hides one. Cases that only
 * one of them has are named and count for neither side.
 */
export function compareReports(rules: GateRules, report: Report, baseline: Report): Diff {
  const reasons = whyIncomparable(report, baseline)
  if (reasons.length > 0) return incomparable(rules.evaluation, reasons)
  const before = new Map(baseline.cases.map((each) => [each.id, each]))
  const after = new Map(report.cases.map((each) => [each.id, each]))
  const pairs = report.cases.flatMap((each) => {
    const old = before.get(each.id)
    return old === undefined ? [] : [{ old, now: each }]
  })
  if (pairs.length === 0)
    return incomparable(rules.evaluation, ['The baseline has no case in common with this report.'])
  const newCases = report.cases.map(({ id }) => id).filter((id) => !before.has(id))
  const removedCases = baseline.cases.map(({ id }) => id).filter((id) => !after.has(id))

  const sameCases = newCases.length + removedCases.length === 0
  const over = ({ totals }: Report, cases: readonly CaseResult[]) =>
    sameCases ? totals : totalsOf(rules, cases, 'applying')
  const [old, now] = [pairs.map((pair) => pair.old), pairs.map((pair) => pair.now)]
  const metrics = compareMetrics(rules, over(baseline, old), over(report, now))
  const judged = [...metrics.changes, ...pairs.flatMap((pair) => compareCase(rules, pair.old, pair.now))]
  const only = (verdict: Verdict): Change[] =>
    judged.filter((each) => each.verdict === verdict).map(({ verdict: _, ...change }) => change)
  const [regressions, improvements] = [only('regression'), only('improvement')]
  return {
    schemaVersion: diffSchemaVersion,
    evaluation: rules.evaluation,
    comparable: true,
    reasons: [],
    comparedCases: pairs.length,
    metrics: metrics.rows,
    regressions,
    improvements,
    neutral: only('neutral'),
    newCases,
    removedCases,
    config: changedSettings(report, baseline),
    baselineCouldBeRaised:
      improvements.length > 0 && regressions.length === 0 && report.cases.every(({ pass }) => pass),
  }
}

function whyIncomparable(report: Report, baseline: Report): string[] {
  const rows = [
    ['schema version', baseline.schemaVersion, report.schemaVersion],
    ['evaluation', baseline.evaluation, report.evaluation],
    ['engine', baseline.engine, report.engine],
  ] as const
  return rows
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => `The baseline's ${what} is ${before}, this report's is ${after}.`)
}

function changedSettings({ config: after }: Report, { config: before }: Report): Diff['config'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((setting) => before[setting] !== after[setting])
    .map((setting) => ({ setting, before: before[setting] ?? null, after: after[setting] ?? null }))
}
