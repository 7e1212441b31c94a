import { type Html, html } from '../../../lib/report/html.ts'
import type { CaseResult } from '../case-result.ts'
import type { FieldRule } from '../gate-rules.ts'
import { pixel } from './pixel.ts'

const labelWidth = 150
const railWidth = 380
const rowHeight = 30
const legendHeight = 26

/** The levels of a field, tag by tag: a bar of this report's cases, and below it a thin one of the baseline's. */
export function plotLevels(
  field: string,
  rule: FieldRule,
  levels: readonly string[],
  after: readonly CaseResult[],
  before: readonly CaseResult[] | null,
): Html {
  const drawn = after.filter((each) => rule.applies?.(each) ?? true)
  const old = before?.filter((each) => rule.applies?.(each) ?? true) ?? null
  const tags = [...new Set(drawn.flatMap((each) => each.tags))].sort()
  const height = legendHeight + (tags.length + 1) * rowHeight
  const caption = `By tag: ${rule.title}${old === null ? '' : '; the thin bar is the baseline'}`
  const rows: readonly (readonly [string, (each: CaseResult) => boolean])[] = [
    ['all', () => true],
    ...tags.map((tag) => [tag, (each: CaseResult) => each.tags.includes(tag)] as const),
  ]
  return html`<figure><figcaption>${caption}</figcaption>
<svg role="img" aria-label="${caption}" width="720" height="${height}" viewBox="0 0 720 ${height}">${legend(levels)}${rows.map(
    ([name, within], i) => {
      const y = legendHeight + i * rowHeight
      const now = countLevels(field, levels, drawn.filter(within))
      const then = old === null ? null : countLevels(field, levels, old.filter(within))
      return html`
<text class="label" x="0" y="${y + 13}">${name}</text>${stack(levels, now, y + 2, 14)}${then !== null && stack(levels, then, y + 18, 4)}
<text x="${labelWidth + railWidth + 10}" y="${y + 13}">${now.join(' / ')}</text>`
    },
  )}</svg></figure>`
}

function legend(levels: readonly string[]): Html[] {
  return levels.map((level, i) => {
    const x = labelWidth + i * 110
    return html`<rect class="${styleOf(levels, i)}" x="${x}" y="2" width="12" height="12" /><text x="${x + 18}" y="12">${level}</text>`
  })
}

function stack(levels: readonly string[], counts: readonly number[], y: number, height: number): Html[] {
  const all = counts.reduce((sum, count) => sum + count, 0)
  let x = labelWidth
  return counts.flatMap((count, i) => {
    if (count === 0) return []
    const width = pixel((count / all) * railWidth)
    const at = pixel(x)
    x += width
    return [html`<rect class="${styleOf(levels, i)}" x="${at}" y="${y}" width="${width}" height="${height}" />`]
  })
}

function countLevels(field: string, levels: readonly string[], cases: readonly CaseResult[]): number[] {
  return levels.map((level) => cases.filter(({ observed }) => observed[field] === level).length)
}

function styleOf(levels: readonly string[], at: number): string {
  if (at === 0) return 'best'
  return at === levels.length - 1 ? 'worst' : 'middle'
}
