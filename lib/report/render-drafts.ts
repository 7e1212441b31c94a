// The drafts that did not pass, with what each guard said of them. Only here may an id that leads nowhere stand as it was written.
import type { RejectedDraft } from '../contract/report.ts'
import type { SemanticReview } from '../contract/semantic.ts'
import type { DraftProblem } from '../contract/turn.ts'
import type { Violation } from '../contract/verdict.ts'
import { identifier, inline, json, verbatim } from './data-text.ts'
import { fact } from './fact.ts'
import { type Content, type Html, html } from './html.ts'
import type { Labels } from './labels.ts'
import type { PageContext } from './page-context.ts'
import { verdictWords, wordsAtFault } from './render-marks.ts'

export function renderDrafts(page: PageContext): Html {
  const { view, labels } = page
  if (view.drafts.length === 0) return html``
  return html`<section id="drafts"><h2>${labels.drafts}</h2>
${view.drafts.map((draft, i) => renderDraft(draft, i, page))}</section>`
}

function renderDraft(rejected: RejectedDraft, i: number, { labels, omitted }: PageContext): Html {
  const { draft, violations, semantic, refused = [] } = rejected
  return html`<article id="draft-${i + 1}" class="draft">
<h3>${labels.draft(i + 1, rejected.turn)}</h3>
${refused.length > 0 && html`<h4>${labels.notTaken}</h4>${renderViolations(refused, labels)}`}
${violations.length === 0 ? html`<p>${labels.noViolations}</p>` : html`<h4>${labels.violations}</h4>${renderViolations(violations, labels)}`}
${semantic !== null && renderNotSupported(semantic, labels)}
${
  !omitted.has('drafts') &&
  html`<details class="raw"><summary>${labels.draftText}</summary>
${typeof draft === 'string' ? verbatim(draft) : json(draft)}</details>`
}</article>`
}

type Problem = DraftProblem & Pick<Violation, 'tool_call_id' | 'document_id'>

export function renderViolations(violations: readonly Problem[], labels: Labels): Html {
  const ids = ({ tool_call_id: call, document_id: document }: Problem) =>
    [call, document].filter((id) => id !== undefined)
  return html`<ul class="violations">${violations.map(
    (violation) => html`<li><p>${identifier(violation.code)} ${inline(violation.message)}</p>
<dl class="facts">${violation.path !== '' && fact(labels.violationPath, identifier(violation.path))}${ids(violation).length > 0 && fact(labels.violationIds, html`${ids(violation).map((id) => html`${identifier(id)} `)}`)}${fact(labels.violationHint, inline(violation.hint))}</dl></li>`,
  )}</ul>`
}

/** What the semantic guard did not let pass; nothing when it let everything pass. */
export function renderNotSupported({ rows, model, judge_unavailable }: SemanticReview, labels: Labels): Content {
  const stopped = rows.filter((row) => row.verdict !== 'SUPPORTED')
  if (stopped.length === 0) return null
  return html`<h4>${labels.notSupported}</h4><ul class="violations">${stopped.map(
    (row) =>
      html`<li><p>${identifier(row.statement)} ${verdictWords(row.verdict, row.rule === 'judge' ? model : null, labels)}${labels.colon}${inline(row.reason)}${wordsAtFault(row.words, labels)}</p></li>`,
  )}</ul>${judge_unavailable !== null && html`<p class="note">${labels.judgeUnavailable}</p>`}`
}
