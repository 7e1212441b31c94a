import type { CaseResult } from './case-result.ts'
import type { Change, Verdict } from './diff.ts'
import type { GateRules } from './gate-rules.ts'
import { judgeChange } from './judge-change.ts'

export type JudgedChange = Change & { readonly verdict: Verdict }

/** What changed in one case: whether it passes, each observed field, each figure that either side has. */
export function compareCase(rules: GateRules, old: CaseResult, now: CaseResult): JudgedChange[] {
  const figures = [...new Set([...Object.keys(now.metrics), ...Object.keys(old.metrics)])]
  const rows = [
    { field: 'pass', before: old.pass, after: now.pass, better: 'higher' as const },
    ...Object.entries(rules.fields).map(([field, { better }]) => ({
      field,
      before: old.observed[field] ?? null,
      after: now.observed[field] ?? null,
      better,
    })),
    ...figures.map((field) => ({
      field,
      before: old.metrics[field] ?? null,
      after: now.metrics[field] ?? null,
      better: rules.caseMetrics[field] ?? ('higher' as const),
    })),
  ]
  return rows.flatMap(({ field, before, after, better }) => {
    const verdict = judgeChange(before, after, better)
    if (verdict === 'same') return []
    const note = field === 'pass' && !now.pass ? failedFields(now) : null
    return [{ caseId: now.id, field, before, after, note, verdict }]
  })
}

const failedFields = ({ failures }: CaseResult) => [...new Set(failures.map(({ field }) => field))].join(', ')
