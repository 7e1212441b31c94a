// The top of the page: the question, how the run stands, and in a few words why.
import type { DiagnosisReport } from '../contract/report.ts'
import type { RunView } from '../contract/run.ts'
import { identifier, inline, time } from './data-text.ts'
import { fact } from './fact.ts'
import { type Content, type Html, html } from './html.ts'
import type { Labels } from './labels.ts'
import type { PageContext } from './page-context.ts'
import { renderNotSupported, renderViolations } from './render-drafts.ts'

export function renderHead(page: PageContext): Html {
  const { view, labels } = page
  const { report, harness } = view
  const model = report?.model ?? view.turns.at(-1)?.model ?? null
  const stop = harness.stop_reason === null ? null : labels.stop[harness.stop_reason]
  return html`<header class="head">
<p class="run">${labels.run(view.run_id)}</p>
<h1>${view.question === null ? labels.noQuestion : inline(view.question)}</h1>
<p class="state ${view.state.toLowerCase()}"><strong>${labels.state[view.state]}</strong> ${labels.stateMeaning[view.state]}</p>
<dl class="facts">${model !== null && fact(labels.model, modelName(model, labels))}${view.created_at !== '' && fact(labels.opened, time(view.created_at))}${report !== null && fact(labels.published, time(report.published_at))}${fact(labels.callsUsed, html`${labels.callsOf(harness.tool_calls_used, harness.tool_calls_budget)}${stop !== null && html` (${stop})`}`)}</dl>
${leftOut(page)}</header>`
}

/** The report's own words for why there is none, its cause, and what stopped the last draft. */
export function renderFallback(
  { fallback_cause, message, refused, violations, semantic_review }: DiagnosisReport,
  labels: Labels,
): Html {
  const notSupported = semantic_review === null ? null : renderNotSupported(semantic_review, labels)
  const found = [
    refused.length > 0 && html`<h4>${labels.notTaken}</h4>${renderViolations(refused, labels)}`,
    violations.length > 0 && [
      refused.length > 0 && html`<h4>${labels.violations}</h4>`,
      renderViolations(violations, labels),
    ],
    notSupported,
  ]
  const stopped = refused.length > 0 || violations.length > 0 || notSupported !== null
  return html`<section id="fallback" class="fallback"><h2>${labels.cause}</h2>
<p>${message === null ? fallback_cause !== null && labels.causes[fallback_cause] : inline(message)}${fallback_cause !== null && html` ${identifier(fallback_cause)}`}</p>
${stopped && html`<h3>${labels.stoppedBy}</h3>${found}`}</section>`
}

/** The embedded default is no language model, and its name alone does not say so. */
function modelName(model: string, labels: Labels): Content {
  return model === 'extractive' ? html`${identifier(model)} (${labels.modelExtractive})` : identifier(model)
}

function leftOut({ view, labels, omitted }: PageContext): Content {
  const parts = [...omitted].map((part) => labels.parts[part])
  return [
    parts.length > 0 && html`<p class="note">${labels.leftOut(parts.join(labels.separator))}</p>`,
    view.cut && html`<p class="note">${labels.auditsCut}</p>`,
  ]
}

/** What a tab is called. */
export function titleOf(view: RunView, labels: Labels): string {
  return `${labels.title}: ${view.question ?? view.run_id}`
}
