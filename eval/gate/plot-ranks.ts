import { type Html, html } from '../../lib/report/html.ts'
import type { CaseResult } from './case-result.ts'
import type { FieldRule } from './gate-rules.ts'
import { pixel } from './pixel.ts'

const columnWidth = 64
const barWidth = 24
const plotHeight = 140
/** Ranks that have a column; the last takes all that are further back. */
const mostColumns = 8

/** How many cases have which value of a field whose values are ranks; beside each bar, the baseline's. */
export function plotRanks(
  field: string,
  rule: FieldRule,
  after: readonly CaseResult[],
  before: readonly CaseResult[] | null,
): Html {
  const last = Math.min(mostColumns, Math.max(1, ...ranksOf(field, rule, after), ...ranksOf(field, rule, before ?? [])))
  const columns: (number | null)[] = [...Array.from({ length: last }, (_, i) => i + 1), null]
  const count = (cases: readonly CaseResult[] | null) =>
    columns.map((column) => ranksIn(field, rule, cases ?? []).filter((rank) => inColumn(rank, column, last)).length)
  const [now, old] = [count(after), before === null ? null : count(before)]
  const most = Math.max(1, ...now, ...(old ?? []))
  const width = columns.length * columnWidth
  const caption = `Cases by ${rule.title}${before === null ? '' : '; the second bar is the baseline'}`
  return html`<figure><figcaption>${caption}</figcaption>
<svg role="img" aria-label="${caption}" width="${width}" height="${plotHeight + 40}" viewBox="0 0 ${width} ${plotHeight + 40}">
<line class="grid" x1="0" x2="${width}" y1="${plotHeight + 18}" y2="${plotHeight + 18}" />${columns.map(
    (column, i) => html`${bar('new', i, 0, now[i] ?? 0, most)}${old !== null && bar('old', i, 1, old[i] ?? 0, most)}
<text class="label" x="${i * columnWidth + 6}" y="${plotHeight + 34}">${columnName(column, last)}</text>`,
  )}</svg></figure>`
}

function bar(style: 'new' | 'old', column: number, place: number, count: number, most: number): Html {
  const height = pixel((count / most) * plotHeight)
  const x = column * columnWidth + 4 + place * (barWidth + 2)
  const y = pixel(plotHeight + 18 - height)
  return html`<rect class="${style}" x="${x}" y="${y}" width="${barWidth}" height="${height}" /><text x="${x + 2}" y="${pixel(y - 4)}">${count}</text>`
}

/** A rank as the observed field has it; null: no rank, though the case should have one. */
function ranksIn(field: string, { applies }: FieldRule, cases: readonly CaseResult[]): (number | null)[] {
  return cases
    .filter((each) => applies?.(each) ?? true)
    .map(({ observed }) => observed[field])
    .map((value) => (typeof value === 'number' ? value : null))
}

const ranksOf = (field: string, rule: FieldRule, cases: readonly CaseResult[]) =>
  ranksIn(field, rule, cases).filter((rank) => rank !== null)

function inColumn(rank: number | null, column: number | null, last: number): boolean {
  if (rank === null || column === null) return rank === column
  return column === last ? rank >= column : rank === column
}

function columnName(column: number | null, last: number): string {
  if (column === null) return 'none'
  return column === mostColumns && column === last ? `${column}+` : String(column)
}
