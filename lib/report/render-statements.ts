// The published draft: conclusion, analyses and actions, each with its two marks and what it rests on.
import type { Analysis, DiagnosisDraft } from '../contract/draft.ts'
import type { DiagnosisReport } from '../contract/report.ts'
import { block, identifier, inline } from './data-text.ts'
import { type Content, type Html, html } from './html.ts'
import type { Labels } from './labels.ts'
import type { PageContext } from './page-context.ts'
import { renderCitations } from './render-citations.ts'
import { renderMarks } from './render-marks.ts'

type Published = PageContext & { readonly report: DiagnosisReport; readonly draft: DiagnosisDraft }

export function renderConclusion({ draft, report, labels }: Published): Html {
  const { conclusion } = draft
  const body =
    conclusion === null
      ? html`<p class="none">${labels.noConclusion}</p>`
      : html`<div class="statement">${block(conclusion.text)}
${renderMarks(report, '/conclusion', labels)}
${basis(conclusion.based_on_analysis_ids, draft, labels)}</div>`
  return html`<section id="conclusion" class="conclusion"><h2>${labels.conclusion}</h2>
${body}</section>`
}

/** What the two marks mean, and that a judge was asked for and did not judge. */
export function renderMeaningOfMarks({ report, labels }: Published): Html {
  const why = report.semantic_review?.judge_unavailable ?? null
  return html`<p class="note">${labels.marksMeaning}</p>
${why !== null && html`<p class="note">${labels.judgeUnavailable} ${inline(why)}</p>`}`
}

export function renderAnalyses(page: Published): Html {
  const { draft, labels } = page
  const each = draft.analysis.map((analysis, i) => renderAnalysis(analysis, i, page))
  return html`<section id="analyses"><h2>${labels.analyses}</h2>
${each.length === 0 ? html`<p class="none">${labels.noAnalyses}</p>` : each}</section>`
}

function renderAnalysis(analysis: Analysis, i: number, page: Published): Html {
  const { labels, report } = page
  const negative = analysis.kind === 'NEGATIVE_OBSERVATION'
  return html`<article id="${anchorOfAnalysis(i)}" class="statement${negative && ' negative'}">
<h3>${(negative ? labels.negative : labels.analysis)(i + 1)} ${identifier(analysis.id)}</h3>
${block(analysis.text)}
${renderMarks(report, `/analysis/${i}`, labels)}
${renderCitations(analysis, page)}</article>`
}

export function renderActions({ draft, report, labels }: Published): Html {
  const each = draft.action_plan.map(
    (action, i) => html`<article id="action-${i + 1}" class="statement">
<h3>${labels.action(i + 1)} ${identifier(action.id)}</h3>
${block(action.text)}
${renderMarks(report, `/action_plan/${i}`, labels)}
${basis(action.based_on_analysis_ids, draft, labels)}</article>`,
  )
  return html`<section id="actions"><h2>${labels.actions}</h2>
${each.length === 0 ? html`<p class="none">${labels.noActions}</p>` : each}</section>`
}

export function renderLimitations(limitations: readonly string[], page: PageContext): Html {
  if (limitations.length === 0) return html``
  return html`<section id="limitations"><h2>${page.labels.limitations}</h2>
<ul>${limitations.map((text) => html`<li>${inline(text)}</li>`)}</ul></section>`
}

export function anchorOfAnalysis(i: number): string {
  return `analysis-${i + 1}`
}

/** Links to the analyses that a statement builds on. */
function basis(ids: readonly string[], draft: DiagnosisDraft, labels: Labels): Content {
  const links = ids.flatMap((id) => {
    const i = draft.analysis.findIndex((analysis) => analysis.id === id)
    return i < 0 ? [] : [html`<a href="#${anchorOfAnalysis(i)}">${inline(id)}</a> `]
  })
  return links.length > 0 && html`<p class="basis">${labels.basedOn}${labels.colon}${links}</p>`
}
