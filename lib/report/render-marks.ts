// The two marks of a statement (spec 06, "Two separate statements"): what each guard says, never one for both.
import type { DiagnosisReport } from '../contract/report.ts'
import { type SemanticReview, type SemanticRow, semanticVerdict } from '../contract/semantic.ts'
import { inline } from './data-text.ts'
import { type Content, type Html, html } from './html.ts'
import type { Labels } from './labels.ts'

/** @param pointer the statement's JSON Pointer into the draft */
export function renderMarks(report: DiagnosisReport, pointer: string, labels: Labels): Html {
  const row = rowsOf(report).find((r) => r.statement === pointer)
  const verified = report.citations_verified
  return html`<ul class="marks" aria-label="${labels.marksOf}">
<li class="citations ${verified ? 'holds' : 'open'}"><span class="who">${labels.evidenceGuard}</span> <span class="says">${verified ? verifiedWords(pointer, labels) : labels.citationsNotVerified}</span></li>
<li class="meaning ${row?.verdict === 'SUPPORTED' ? 'holds' : 'open'}"><span class="who">${labels.semanticGuard}</span> <span class="says">${says(row, report.semantic_review, labels)}</span>${row && why(row, labels)}</li>
</ul>`
}

/** Only an analysis has citations of its own; what builds on analyses has theirs. */
const verifiedWords = (pointer: string, labels: Labels) =>
  pointer.startsWith('/analysis/') ? labels.citationsVerified : labels.basisVerified

type Row = Pick<SemanticRow, 'statement' | 'verdict' | 'reason'> & Partial<SemanticRow>

/** The review's rows; of a report that kept no review, what it says by itself. */
function rowsOf({ semantic, semantic_review }: DiagnosisReport): readonly Row[] {
  return (
    semantic_review?.rows ??
    semantic.map((row) => ({ ...row, verdict: semanticVerdict.catch('UNKNOWN').parse(row.verdict) }))
  )
}

/** Worded by what was done: by rules, or by a model that is named. */
function says(row: Row | undefined, review: SemanticReview | null, labels: Labels): Content {
  if (row === undefined) return labels.notJudged
  const judge = row.rule === 'judge' ? (review?.model ?? null) : null
  if (row.verdict !== 'SUPPORTED') return verdictWords(row.verdict, judge, labels)
  if (judge !== null) return labels.judged(judge)
  return row.rule === 'negative' ? labels.nothingToWeigh : labels.consistent
}

/** A verdict with who gave it. @param judge the model, or null for the rules */
export function verdictWords(verdict: SemanticRow['verdict'], judge: string | null, labels: Labels): string {
  return labels.verdict[verdict] + (judge === null ? labels.byRules : labels.by(judge))
}

/** That rules found nothing amiss needs no reason; everything else has one. */
function why(row: Row, labels: Labels): Content {
  if (row.verdict === 'SUPPORTED' && row.rule !== 'judge') return null
  return html` <span class="why">${inline(row.reason)}${wordsAtFault(row.words ?? [], labels)}</span>`
}

export function wordsAtFault(words: readonly string[], labels: Labels): Content {
  if (words.length === 0) return null
  const listed = words.map((word, i) => html`${i > 0 && labels.separator}<q>${inline(word)}</q>`)
  return html` <span class="words">${labels.wordsAtFault}${labels.colon}${listed}</span>`
}
