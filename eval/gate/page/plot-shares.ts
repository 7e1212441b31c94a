import { type Html, html } from '../../../lib/report/html.ts'
import { figureText } from '../figure-text.ts'
import { type GateRules, metricsOf } from '../gate-rules.ts'
import type { Totals } from '../report.ts'
import { pixel } from './pixel.ts'

const labelWidth = 150
const railWidth = 380
const rowHeight = 26

/** The metrics that are shares, each a bar from 0 to 1, with a tick where the baseline stood. */
export function plotShares(rules: GateRules, after: Totals, before: Totals | null): Html {
  const rows = Object.entries(metricsOf(rules)).filter(([, { unit }]) => unit === 'share')
  const height = rows.length * rowHeight
  const caption = before === null ? 'Figures' : 'Figures; the tick is the baseline'
  return html`<figure><figcaption>${caption}</figcaption>
<svg role="img" aria-label="${caption}" width="620" height="${height}" viewBox="0 0 620 ${height}">${rows.map(
    ([name, { title, unit }], i) => row(title, i * rowHeight, after.metrics[name], before?.metrics[name], unit),
  )}</svg></figure>`
}

type Figure = number | null | undefined

function row(title: string, y: number, after: Figure, before: Figure, unit: 'share' | 'count'): Html {
  const width = (figure: number) => pixel(Math.min(1, Math.max(0, figure)) * railWidth)
  const tick = before === null || before === undefined ? null : labelWidth + width(before)
  return html`
<text class="label" x="0" y="${y + 16}">${title}</text>
<rect class="rail" x="${labelWidth}" y="${y + 5}" width="${railWidth}" height="14" />
<rect class="new" x="${labelWidth}" y="${y + 5}" width="${width(after ?? 0)}" height="14" />
${tick !== null && html`<line class="tick" x1="${tick}" x2="${tick}" y1="${y + 2}" y2="${y + 22}" />`}
<text x="${labelWidth + railWidth + 10}" y="${y + 16}">${figureText(after, unit)}</text>`
}
