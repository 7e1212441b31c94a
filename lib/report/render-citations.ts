// Under a statement: the texts that it rests on, each opened in place, with the quotes marked in it.
import type { Analysis } from '../contract/draft.ts'
import { referencesOf, type ShownCall, type ShownItem } from './collect-calls.ts'
import { excerpt, identifier, inline } from './data-text.ts'
import { findQuotes } from './find-quotes.ts'
import { type Content, type Html, html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { renderItemMarks } from './render-item-marks.ts'

export function renderCitations(analysis: Analysis, page: PageContext): Html {
  const { labels, omitted } = page
  if (omitted.has('citations')) return html``
  const cited = referencesOf(page.view.report?.snapshot ?? null, analysis.id).flatMap(
    ({ tool_call_id, document_ids }) => {
      const call = page.calls.find((c) => c.toolCallId === tool_call_id)
      if (call === undefined) return []
      if (analysis.kind === 'NEGATIVE_OBSERVATION') return [nothingFound(call, page)]
      return call.items
        .filter((item) => document_ids.includes(item.document_id))
        .map((item) => citation(analysis, call, item, page))
    },
  )
  if (cited.length === 0) return html`<p class="note">${labels.noStoredEvidence}</p>`
  return html`<div class="rests"><h4>${labels.evidence}</h4><ul class="citations-list">${cited}</ul></div>`
}

/** A search that found nothing is what a negative observation rests on. */
function nothingFound(call: ShownCall, { labels }: PageContext): Html {
  return html`<li class="nothing"><p><strong>${labels.searchedFoundNothing}</strong>${call.query !== null && html`${labels.colon}<q>${inline(call.query)}</q>`} ${renderItemMarks(call, null, labels)}</p>
<p class="to-call"><a href="#${call.anchor}">${labels.inTheCall}</a></p></li>`
}

function citation(analysis: Analysis, call: ShownCall, item: ShownItem, page: PageContext): Html {
  const { labels } = page
  const quotes = analysis.quotes.filter((quote) => quote.document_id === item.document_id).map((quote) => quote.text)
  const shown = quotes.map(
    (quote) =>
      html`<p class="quote"><q>${inline(quote)}</q>${findQuotes(item.excerpt, [quote]).length === 0 && html` <strong class="flag">${labels.quoteMissing}</strong>`}</p>`,
  )
  return html`<li>${shown}${opened(call, item, quotes, page)}</li>`
}

function opened(call: ShownCall, item: ShownItem, quotes: readonly string[], { labels, omitted }: PageContext): Html {
  const link = (words: Content) => html`<a href="#${item.anchor}">${words}</a>`
  const marks = renderItemMarks(call, item, labels)
  if (omitted.has('excerpts')) {
    return html`<p>${nameOf(item)} ${marks} ${link(labels.excerptOnce)}</p>`
  }
  return html`<details class="citation"><summary>${nameOf(item)} ${marks}</summary>
${excerpt(item.excerpt, quotes)}
<p class="to-call">${link(labels.inTheCall)}</p></details>`
}

/** A title for people, and the coordinate that was cited. */
export function nameOf(item: ShownItem): Html {
  return html`${item.title !== null && html`<span class="name">${inline(item.title)}</span> `}${identifier(item.document_id)}`
}
