import { markdownTable } from '../markdown-table.ts'
import type { Change, Diff } from './diff.ts'
import { deltaText, figureText } from './figure-text.ts'
import { type GateRules, metricsOf } from './gate-rules.ts'
import { markdownText } from './markdown-text.ts'

/** A diff as a page: the verdict, then regressions, improvements and neutral changes, each apart. */
export function renderDiffMarkdown(rules: GateRules, diff: Diff): string {
  const parts = [
    `# ${markdownText(rules.title)}: against the baseline`,
    ...(diff.comparable ? compared(rules, diff) : ['**Cannot compare.**', ...diff.reasons.map(markdownText)]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The verdict in one sentence or two. */
export function verdictText({ regressions, improvements, comparedCases, baselineCouldBeRaised }: Diff): string {
  const counted = `${regressions.length} regressions, ${improvements.length} improvements over ${comparedCases} compared cases.`
  return baselineCouldBeRaised ? `${counted} The baseline could be raised.` : counted
}

function compared(rules: GateRules, diff: Diff): string[] {
  const named = (title: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${title}: ${ids.map(markdownText).join(', ')}.`]
  return [
    verdictText(diff),
    ...named('New cases', diff.newCases),
    ...named('Removed cases', diff.removedCases),
    '## Figures',
    metricTable(rules, diff),
    ...section('Regressions', diff.regressions),
    ...section('Improvements', diff.improvements),
    ...section('Neutral changes', diff.neutral),
    ...section(
      'Settings',
      diff.config.map(({ setting, before, after }) => ({ caseId: null, field: setting, before, after, note: null })),
    ),
  ]
}

function metricTable(rules: GateRules, { metrics }: Diff): string {
  const declared = metricsOf(rules)
  const rows = metrics.map(({ metric, before, after, delta, verdict }) => {
    const { title, unit } = declared[metric] ?? { title: metric, unit: 'share' as const }
    return [
      markdownText(title),
      figureText(before, unit),
      figureText(after, unit),
      deltaText(delta, unit),
      verdict === 'regression' ? '**regression**' : verdict,
    ]
  })
  return markdownTable(['figure', 'before', 'after', 'change', 'verdict'], rows)
}

function section(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return []
  const rows = changes.map(({ caseId, field, before, after, note }) => [
    caseId === null ? 'all' : markdownText(caseId),
    ...[field, before, after].map(markdownText),
    note === null ? '' : markdownText(note),
  ])
  return [`## ${title}`, markdownTable(['case', 'field', 'before', 'after', 'note'], rows)]
}
