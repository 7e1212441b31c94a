// Honest marks of a text: what was cut, what was left out, and whose word it is.
import type { ShownCall, ShownItem } from './collect-calls.ts'
import { type Content, html } from './html.ts'
import type { Labels } from './labels.ts'

/** @param item null for the call as a whole */
export function renderItemMarks(call: ShownCall, item: ShownItem | null, labels: Labels): Content {
  const marks = [
    item?.cut === true && labels.cut,
    call.truncated && labels.truncated,
    call.origin === 'recorded_by_caller' && labels.recordedByCaller,
    call.outcome === 'expired' && labels.expired,
  ]
  return marks.map((mark) => mark !== false && html`<span class="flag">${mark}</span> `)
}
