// A report as a page for people: one HTML document, no script, nothing from elsewhere, and a policy that says so.
import { type Html, html, htmlText } from '../../../lib/report/html.ts'
import type { Change, Diff } from '../diff.ts'
import { deltaText, figureText } from '../figure-text.ts'
import { type GateRules, metricsOf } from '../gate-rules.ts'
import { verdictText } from '../render-diff-markdown.ts'
import type { Report } from '../report.ts'
import { htmlStyle } from './html-style.ts'
import { htmlTable } from './html-table.ts'
import { plotLatencies } from './plot-latencies.ts'
import { plotLevels } from './plot-levels.ts'
import { plotRanks } from './plot-ranks.ts'
import { plotShares } from './plot-shares.ts'

/** @param before the baseline that `diff` compares with; null when there is none to draw */
export function renderHtml(rules: GateRules, report: Report, diff: Diff | null, before: Report | null): string {
  const baseline = diff?.comparable === true ? before : null
  return htmlText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${rules.title}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
<h1>${rules.title}</h1>
${verdict(report, diff)}
${failures(report)}
${diff?.comparable === true && changes(rules, diff)}
<h2>Figures</h2>
${plotShares(rules, report.totals, baseline?.totals ?? null)}
${Object.entries(rules.fields).map(([field, rule]) => {
  if (rule.better === 'lower') return plotRanks(field, rule, report.cases, baseline?.cases ?? null)
  if (typeof rule.better === 'string') return null
  return plotLevels(field, rule, rule.better, report.cases, baseline?.cases ?? null)
})}
${plotLatencies(report.cases, baseline?.cases ?? null)}
${byTag(rules, report)}
<h2>Cases</h2>
${caseTable(rules, report)}
<h2>Settings</h2>
${htmlTable(['setting', 'value'], Object.entries(report.config))}
</main>
</body>
</html>
`)
}

function verdict({ totals, engine }: Report, diff: Diff | null): Html {
  const bad = totals.passed < totals.cases || (diff?.regressions.length ?? 0) > 0
  const against =
    diff === null
      ? 'No baseline: nothing was compared.'
      : diff.comparable
        ? `Against the baseline: ${verdictText(diff)}`
        : `Cannot compare: ${diff.reasons.join(' ')}`
  return html`<p class="verdict${bad && ' bad'}"><strong>${totals.passed} of ${totals.cases} cases pass.</strong> ${against}</p>
<p class="soft">Engine: ${engine}.</p>`
}

function failures({ cases }: Report): Html | null {
  const failed = cases.flatMap(({ id, failures: all }) =>
    all.map(({ field, expected, actual, message }) => [id, field, expected, actual, message]),
  )
  if (failed.length === 0) return null
  return html`<h2>Failures</h2>${htmlTable(['case', 'field', 'expected', 'actual', 'what'], failed)}`
}

function changes(rules: GateRules, diff: Diff): Html {
  const declared = metricsOf(rules)
  const moved = diff.metrics
    .filter(({ verdict: own }) => own !== 'same')
    .map(({ metric, before, after, delta, verdict: own }) => {
      const { title, unit } = declared[metric] ?? { title: metric, unit: 'share' as const }
      return [title, figureText(before, unit), figureText(after, unit), deltaText(delta, unit), own]
    })
  const listed = (title: string, list: readonly Change[]) => {
    const rows = list
      .filter(({ caseId }) => caseId !== null)
      .map(({ caseId, field, before, after, note }) => [caseId, field, before, after, note ?? ''])
    return rows.length > 0 && html`<h2>${title}</h2>${htmlTable(['case', 'field', 'before', 'after', 'note'], rows)}`
  }
  const named = (title: string, ids: readonly string[]) => ids.length > 0 && html`<p>${title}: ${ids.join(', ')}.</p>`
  return html`${named('New cases', diff.newCases)}${named('Removed cases', diff.removedCases)}
${moved.length > 0 && html`<h2>Figures that changed</h2>${htmlTable(['figure', 'before', 'after', 'change', 'verdict'], moved)}`}
${listed('Regressions', diff.regressions)}${listed('Improvements', diff.improvements)}${listed('Neutral changes', diff.neutral)}
${
  diff.config.length > 0 &&
  html`<h2>Settings that changed</h2>${htmlTable(
    ['setting', 'before', 'after'],
    diff.config.map(({ setting, before, after }) => [setting, before, after]),
  )}`
}`
}

function byTag(rules: GateRules, { totals, tags }: Report): Html {
  const metrics = Object.entries(metricsOf(rules))
  const rows = [['all', totals] as const, ...Object.entries(tags)].map(([tag, own]) => [
    tag,
    own.cases,
    ...metrics.map(([name, { unit }]) => figureText(own.metrics[name], unit)),
  ])
  return htmlTable(['tag', 'cases', ...metrics.map(([, { title }]) => title)], rows)
}

function caseTable({ fields }: GateRules, { cases }: Report): Html {
  const shown = Object.entries(fields)
  const rows = cases.map(({ id, pass, observed }) => [
    id,
    pass ? 'yes' : html`<span class="no">no</span>`,
    ...shown.map(([field]) => observed[field]),
  ])
  return htmlTable(['case', 'pass', ...shown.map(([, { title }]) => title)], rows)
}
