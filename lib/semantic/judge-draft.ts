import type { DiagnosisDraft } from '../contract/draft.ts'
import type { SemanticJudgement, SemanticRow } from '../contract/semantic.ts'
import type { EvidenceSnapshot } from '../contract/verdict.ts'
import { findNegations } from './find-negations.ts'
import { foldText } from './fold-text.ts'
import { type IndexedExcerpt, indexExcerpt } from './index-evidence.ts'
import { judgeSubject } from './judge-subject.ts'
import { openSubject } from './open-subject.ts'
import type { Rule } from './rule.ts'
import { orders } from './rules/orders.ts'
import { splitSentences } from './split-sentences.ts'

type Analysis = DiagnosisDraft['analysis'][number]

const clauseBreak = /[,:，、]|\b(?:and|but|while|however|although)\b|[但而]/i

const verifiedNegative: SemanticJudgement = {
  verdict: 'SUPPORTED',
  rule: 'negative',
  reason: 'The evidence guard verified that the search found nothing.',
  words: [],
}

/**
 * One row a statement of a draft that the evidence guard passed, in document order (spec 06, "Semantic guard"): each NORMAL
 * analysis against its cited items only; conclusion and actions against the analyses they build on and those analyses' items.
 * @param snapshot of the guard's PASS on this draft
 */
export function judgeDraft(draft: DiagnosisDraft, snapshot: EvidenceSnapshot): SemanticRow[] {
  const cited = citedExcerpts(snapshot)
  const analyses = new Map(draft.analysis.map((analysis) => [analysis.id, analysis]))
  const texts = new Map(draft.analysis.map((analysis) => [analysis.id, indexExcerpt(asBasis(analysis))]))
  const judge = (text: string, evidence: readonly IndexedExcerpt[], more: readonly Rule[] = []) =>
    judgeSubject(openSubject(text, evidence), more)
  const builtOn = (text: string, ids: readonly string[], more: readonly Rule[] = []) => {
    const known = [...new Set(ids)].filter((id) => analyses.has(id))
    const items = new Set(known.flatMap((id) => cited.get(id) ?? []))
    return judge(text, [...items, ...known.flatMap((id) => texts.get(id) ?? [])], more)
  }
  const { conclusion } = draft
  return [
    ...draft.analysis.map((analysis, i) => ({
      statement: `/analysis/${i}`,
      ...(analysis.kind === 'NEGATIVE_OBSERVATION'
        ? verifiedNegative
        : judge(analysis.text, cited.get(analysis.id) ?? [])),
    })),
    ...(conclusion === null
      ? []
      : [{ statement: '/conclusion', ...builtOn(conclusion.text, conclusion.based_on_analysis_ids) }]),
    ...draft.action_plan.map((action, i) => ({
      statement: `/action_plan/${i}`,
      ...builtOn(action.text, action.based_on_analysis_ids, [orders]),
    })),
  ]
}

/** The cited items of each analysis, by its id; an item that several cite is read once. */
function citedExcerpts({ analyses, invocations }: EvidenceSnapshot): ReadonlyMap<string, readonly IndexedExcerpt[]> {
  const read = new Map(
    invocations.map((call) => [
      call.tool_call_id,
      call.items.map((item) => ({ id: item.document_id, indexed: indexExcerpt(asEvidence(item)) })),
    ]),
  )
  return new Map(
    analyses.map(({ analysis_id, references }) => [
      analysis_id,
      references.flatMap(({ tool_call_id, document_ids }) =>
        (read.get(tool_call_id) ?? []).filter(({ id }) => document_ids.includes(id)).map(({ indexed }) => indexed),
      ),
    ]),
  )
}

/** All that the agent saw of an item: a statement may name its document or section. */
function asEvidence(item: EvidenceSnapshot['invocations'][number]['items'][number]): string {
  const labels = [item.document_id, item.source, item.title, item.breadcrumb].filter((label) => label !== null)
  return [...labels, item.excerpt].join('\n')
}

/**
 * What a statement may build on of an analysis. Nothing judged the words of a NEGATIVE_OBSERVATION, so only what it denies
 * counts: it must not carry a figure into the conclusion.
 */
function asBasis({ kind, text }: Analysis): string {
  if (kind === 'NORMAL') return text
  return splitSentences(foldText(text))
    .flatMap((sentence) => sentence.split(clauseBreak))
    .filter((clause) => findNegations(clause).length > 0)
    .join('\n')
}
