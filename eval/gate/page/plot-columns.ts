import { type Html, html } from '../../../lib/report/html.ts'
import { pixel } from './pixel.ts'

const columnWidth = 64
const barWidth = 24
const plotHeight = 140

export type PlotColumn = {
  readonly name: string
  /** Cases in this report, and in the baseline; null without one. */
  readonly after: number
  readonly before: number | null
}

/** Numbers of cases as columns; beside each bar, the baseline's. */
export function plotColumns(title: string, columns: readonly PlotColumn[]): Html {
  const most = Math.max(1, ...columns.flatMap(({ after, before }) => [after, before ?? 0]))
  const width = columns.length * columnWidth
  const caption = `${title}${columns.some(({ before }) => before !== null) ? '; the second bar is the baseline' : ''}`
  return html`<figure><figcaption>${caption}</figcaption>
<svg role="img" aria-label="${caption}" width="${width}" height="${plotHeight + 40}" viewBox="0 0 ${width} ${plotHeight + 40}">
<line class="grid" x1="0" x2="${width}" y1="${plotHeight + 18}" y2="${plotHeight + 18}" />${columns.map(
    ({ name, after, before }, i) =>
      html`${bar('new', i, 0, after, most)}${before !== null && bar('old', i, 1, before, most)}
<text class="label" x="${i * columnWidth + 6}" y="${plotHeight + 34}">${name}</text>`,
  )}</svg></figure>`
}

function bar(style: 'new' | 'old', column: number, place: number, count: number, most: number): Html {
  const height = pixel((count / most) * plotHeight)
  const x = column * columnWidth + 4 + place * (barWidth + 2)
  const y = pixel(plotHeight + 18 - height)
  return html`<rect class="${style}" x="${x}" y="${y}" width="${barWidth}" height="${height}" /><text x="${x + 2}" y="${pixel(y - 4)}">${count}</text>`
}
