import { markdownTable } from '../markdown-table.ts'
import type { CaseResult } from './case-result.ts'
import { figureText } from './figure-text.ts'
import { type GateRules, metricsOf } from './gate-rules.ts'
import { latencyText } from './latencies.ts'
import { markdownText } from './markdown-text.ts'
import type { Report, Totals } from './report.ts'

/** A report as a page: what failed first, then the figures, then every case. */
export function renderReportMarkdown(rules: GateRules, report: Report): string {
  const { totals, engine, cases } = report
  const parts = [
    `# ${markdownText(rules.title)}`,
    `${totals.passed} of ${totals.cases} cases pass. Engine: ${markdownText(engine)}.`,
    ...failures(cases.filter(({ pass }) => !pass)),
    '## Figures',
    figures(rules, report),
    ...[latencyText(cases)].filter((text) => text !== null),
    '## Cases',
    caseTable(rules, cases),
    '## Settings',
    markdownTable(
      ['setting', 'value'],
      Object.entries(report.config).map(([name, value]) => [markdownText(name), markdownText(value)]),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

function failures(failed: readonly CaseResult[]): string[] {
  if (failed.length === 0) return []
  const rows = failed.flatMap(({ id, failures: all }) =>
    all.map(({ field, expected, actual, message }) => [id, field, expected, actual, message].map(markdownText)),
  )
  return ['## Failures', markdownTable(['case', 'field', 'expected', 'actual', 'what'], rows)]
}

function figures(rules: GateRules, { totals, tags }: Report): string {
  const metrics = Object.entries(metricsOf(rules))
  const row = (name: string, { cases, metrics: own }: Totals) => [
    name,
    String(cases),
    ...metrics.map(([metric, { unit }]) => figureText(own[metric], unit)),
  ]
  return markdownTable(
    ['tag', 'cases', ...metrics.map(([, { title }]) => markdownText(title))],
    [row('**all**', totals), ...Object.entries(tags).map(([tag, own]) => row(markdownText(tag), own))],
  )
}

function caseTable({ fields }: GateRules, cases: readonly CaseResult[]): string {
  const shown = Object.entries(fields)
  return markdownTable(
    ['case', 'pass', ...shown.map(([, { title }]) => markdownText(title))],
    cases.map(({ id, pass, observed }) => [
      markdownText(id),
      pass ? 'yes' : '**no**',
      ...shown.map(([field]) => markdownText(observed[field])),
    ]),
  )
}
