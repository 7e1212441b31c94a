// A run as a page for people (spec 06, "Everything is replayable"): one HTML document, no script, nothing from elsewhere.
import { limits } from '../contract/limits.ts'
import type { RunView } from '../contract/run.ts'
import { countBytes } from '../text/cut-text.ts'
import { collectCalls, type ShownCall } from './collect-calls.ts'
import { type Content, type Html, html, htmlText } from './html.ts'
import { labelsOf, type PageLanguage } from './labels.ts'
import type { PageContext } from './page-context.ts'
import { pageParts } from './page-part.ts'
import { pageStyle } from './page-style.ts'
import { renderCalls } from './render-calls.ts'
import { renderDrafts } from './render-drafts.ts'
import { renderFallback, renderHead, titleOf } from './render-head.ts'
import {
  renderActions,
  renderAnalyses,
  renderConclusion,
  renderLimitations,
  renderMeaningOfMarks,
} from './render-statements.ts'
import { renderTurns } from './render-turns.ts'
import { weighParts } from './weigh-parts.ts'

/**
 * The page of a run. `language` is that of its own words. Over `maxBytes` (as a JSON string, which is how a function answers) parts are left out, the least needed
 * first, and the page says which.
 */
export function renderPage(view: RunView, language: PageLanguage, maxBytes: number = limits.run.bodyBytes): string {
  const calls = collectCalls(view)
  const labels = labelsOf[language]
  let page = ''
  for (let left = leastLeftOut(view, calls, maxBytes); left <= pageParts.length; left += 1) {
    page = htmlText(documentOf(language, { view, calls, labels, omitted: new Set(pageParts.slice(0, left)) }))
    if (countBytes(JSON.stringify(page)) <= maxBytes) break
  }
  return page
}

/** How many parts are certainly too many. */
function leastLeftOut(view: RunView, calls: readonly ShownCall[], maxBytes: number): number {
  const weights = weighParts(view, calls)
  const kept = (left: number) => pageParts.slice(left).reduce((total, part) => total + weights[part], 0)
  return pageParts.findIndex((_, left) => kept(left) <= maxBytes)
}

function documentOf(language: PageLanguage, page: PageContext): Html {
  const { view, labels } = page
  const { report } = view
  const draft = report?.draft ?? null
  const published = report !== null && draft !== null ? { ...page, report, draft } : null
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titleOf(view, labels)}</title>
<style>${pageStyle}</style>
</head>
<body>
<a class="skip" href="#report">${labels.skip}</a>
<main id="report">
${renderHead(page)}
${contents(page, published !== null)}
${report !== null && report.draft === null && renderFallback(report, labels)}
${published !== null && [renderConclusion(published), renderMeaningOfMarks(published), renderAnalyses(published), renderActions(published)]}
${report !== null && renderLimitations(report.limitations, page)}
${renderCalls(page)}
${renderDrafts(page)}
${renderTurns(page)}
</main>
</body>
</html>
`
}

function contents({ view, labels }: PageContext, published: boolean): Html {
  const links: readonly Content[] = [
    published && [
      link('conclusion', labels.conclusion),
      link('analyses', labels.analyses),
      link('actions', labels.actions),
    ],
    (view.report?.limitations.length ?? 0) > 0 && link('limitations', labels.limitations),
    link('calls', labels.calls),
    view.drafts.length > 0 && link('drafts', labels.drafts),
    view.turns.length > 0 && link('turns', labels.turns),
  ]
  return html`<nav aria-label="${labels.onThisPage}"><ul>${links}</ul></nav>`
}

function link(id: string, label: string): Html {
  return html`<li><a href="#${id}">${label}</a></li>`
}
