import { type Html, html } from '../../../lib/report/html.ts'
import type { CaseFailure } from '../case-result.ts'

type Cell = CaseFailure['expected'] | Html | undefined

/** A table that scrolls by itself where it is wider than the screen. Cells that are no text and no number are shown as JSON. */
export function htmlTable(head: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll"><table><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>
${rows.map((cells) => html`<tr>${cells.map(cell)}</tr>\n`)}</tbody></table></div>`
}

function cell(content: Cell): Html {
  if (typeof content === 'number') return html`<td class="number">${content}</td>`
  return html`<td>${isMarkup(content) ? content : textOf(content)}</td>`
}

/** Markup carries a symbol, which no JSON has. */
function isMarkup(content: Cell): content is Html {
  return typeof content === 'object' && content !== null && Object.getOwnPropertySymbols(content).length > 0
}

function textOf(content: Exclude<Cell, Html>): string {
  if (content === null || content === undefined) return '–'
  return typeof content === 'string' ? content : JSON.stringify(content)
}
