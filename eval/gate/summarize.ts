import type { Change, Diff } from './diff.ts'
import { figureText } from './figure-text.ts'
import { type GateRules, metricsOf } from './gate-rules.ts'
import { verdictText } from './render-diff-markdown.ts'
import type { Report } from './report.ts'
import { terminalLine } from './terminal-line.ts'

/** The verdict for a terminal: every failed case and every regression by name, each on a line of its own. */
export function summarize(rules: GateRules, { totals, cases }: Report, diff: Diff | null): string[] {
  const figures = Object.entries(metricsOf(rules)).map(
    ([name, { title, unit }]) => `${title} ${figureText(totals.metrics[name], unit)}`,
  )
  const failed = cases
    .filter(({ pass }) => !pass)
    .map(({ id, failures: [first, ...more] }) => {
      const others = more.length === 0 ? '' : ` (and ${more.length} more)`
      return `FAIL  ${id}: ${first === undefined ? '' : `${first.field}: ${first.message}`}${others}`
    })
  const lines = [`${totals.passed} of ${totals.cases} cases pass`, figures.join(', '), ...failed, ...compared(diff)]
  return lines.map(terminalLine)
}

function compared(diff: Diff | null): string[] {
  if (diff === null) return ['no baseline: nothing was compared']
  if (!diff.comparable) return [`cannot compare: ${diff.reasons.join(' ')}`]
  const changes = (word: string, list: readonly Change[]) =>
    list.map(({ caseId, field, before, after, note }) => {
      const why = note === null ? '' : ` (${note})`
      return `${word}  ${caseId ?? 'all cases'}: ${field} ${JSON.stringify(before)} -> ${JSON.stringify(after)}${why}`
    })
  const named = (word: string, ids: readonly string[]) => ids.map((id) => `${word}  ${id}`)
  return [
    ...changes('WORSE', diff.regressions),
    ...changes('BETTER', diff.improvements),
    ...changes('OTHER', diff.neutral),
    ...named('NEW', diff.newCases),
    ...named('REMOVED', diff.removedCases),
    `against the baseline: ${verdictText(diff)}`,
  ]
}
