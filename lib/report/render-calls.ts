// Every call of the run: what was asked, what came of it, the stored texts, the view as JSON, and the audits.
import type { ShownCall, ShownItem } from './collect-calls.ts'
import { excerpt, identifier, inline, json, time, verbatim } from './data-text.ts'
import { fact } from './fact.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { nameOf } from './render-citations.ts'
import { renderItemMarks } from './render-item-marks.ts'
import { anchorOfAnalysis } from './render-statements.ts'

export function renderCalls(page: PageContext): Html {
  const { calls, labels } = page
  return html`<section id="calls"><h2>${labels.calls}</h2>
${calls.length === 0 ? html`<p class="none">${labels.noCalls}</p>` : calls.map((call, i) => renderCall(call, i, page))}</section>`
}

function renderCall(call: ShownCall, i: number, page: PageContext): Html {
  const { labels, omitted } = page
  const items = call.items.filter((item) => item.citedBy.length > 0 || !omitted.has('uncited'))
  return html`<article id="${call.anchor}" class="call ${call.outcome}">
<h3>${labels.call(i + 1)} ${identifier(call.toolCallId)}</h3>
<p class="outcome"><strong>${outcome(call, page)}</strong> ${renderItemMarks({ ...call, outcome: 'found' }, null, labels)}</p>
<dl class="facts">${call.query !== null && fact(labels.query, inline(call.query))}${fact(labels.tool, identifier(call.tool))}${call.grade !== null && fact(labels.grade, inline(call.grade))}${call.createdAt !== null && fact(labels.time, time(call.createdAt))}${call.error !== null && fact(labels.error, html`${identifier(call.error.code)} ${inline(call.error.message)}`)}</dl>
${items.length > 0 && html`<ul class="items">${items.map((item) => renderItem(call, item, page))}</ul>`}
${call.view !== null && !omitted.has('views') && raw(labels.storedView, [call.view])}
${call.audits.length > 0 && !omitted.has('audits') && raw(labels.audit(call.audits.length), call.audits)}</article>`
}

function outcome({ outcome, items }: ShownCall, { labels }: PageContext): string {
  const words = {
    found: labels.found(items.length),
    nothing: labels.searchedFoundNothing,
    failed: labels.failed,
    unfinished: labels.unfinished,
    expired: items.length > 0 ? labels.expiredKept : labels.expired,
    unreadable: labels.unreadable,
  }
  return words[outcome]
}

/** Open when something is cited in it, so that a link to it shows the text in every browser. */
function renderItem(call: ShownCall, item: ShownItem, { labels, view }: PageContext): Html {
  const analyses = view.report?.draft?.analysis ?? []
  const cited = item.citedBy.length > 0
  const links = item.citedBy.map((i) => html` <a href="#${anchorOfAnalysis(i)}">${inline(analyses[i]?.id ?? '')}</a>`)
  const marks = renderItemMarks({ ...call, truncated: false, origin: null, outcome: 'found' }, item, labels)
  return html`<li id="${item.anchor}"><details class="item"${(cited || view.state === 'FALLBACK') && html` open`}><summary>${nameOf(item)} ${marks}</summary>
${excerpt(item.excerpt, item.quotes)}
<dl class="facts">${item.source !== null && fact(labels.source, inline(item.source))}${item.breadcrumb !== null && fact(labels.place, inline(item.breadcrumb))}${view.report?.draft && fact(labels.citedBy, cited ? html`${links}` : labels.notCited)}</dl></details></li>`
}

function raw(label: string, values: readonly unknown[]): Html {
  return html`<details class="raw"><summary>${label}</summary>
${values.map((value) => (typeof value === 'string' ? verbatim(value) : json(value)))}</details>`
}
