import type { Diff } from './diff.ts'
import type { GateRules } from './gate-rules.ts'
import type { Report } from './report.ts'

export function renderHtml(rules: GateRules, report: Report, _diff: Diff | null, _before: Report | null): string {
  return `${rules.title} ${report.totals.cases}`
}
