import type { JudgedChange } from './compare-case.ts'
import type { MetricChange } from './diff.ts'
import { type GateRules, metricsOf } from './gate-rules.ts'
import { judgeChange } from './judge-change.ts'
import type { Totals } from './report.ts'

/**
 * Each metric before and after. One that either side lacks, or has as null, is a regression: what was not measured is not known
 * to hold (spec 07, "Commands").
 */
export function compareMetrics(
  rules: GateRules,
  before: Totals,
  after: Totals,
): { readonly rows: MetricChange[]; readonly changes: JudgedChange[] } {
  const declared = metricsOf(rules)
  const names = [...new Set([...Object.keys(after.metrics), ...Object.keys(before.metrics)])]
  const rows = names.map((metric): MetricChange => {
    const better = declared[metric]?.better ?? 'neither'
    const [old, now] = [before.metrics[metric] ?? null, after.metrics[metric] ?? null]
    if (old === null || now === null) return { metric, before: old, after: now, delta: null, verdict: 'regression' }
    return { metric, before: old, after: now, delta: now - old, verdict: judgeChange(old, now, better) }
  })
  const changes = rows.flatMap(({ metric: field, before, after, delta, verdict }) => {
    const note = delta === null ? `not a number ${after === null ? 'in this report' : 'in the baseline'}` : null
    return verdict === 'same' ? [] : [{ caseId: null, field, before, after, note, verdict }]
  })
  return { rows, changes }
}
