import type { DiagnosisDraft } from '../contract/draft.ts'
import type { EvidenceItem } from '../contract/rag-tool-result.ts'
import type { EvidenceSnapshot } from '../contract/verdict.ts'
import { findNegations } from './sentences/find-negations.ts'
import { foldText } from './sentences/fold-text.ts'
import { splitSentences } from './sentences/split-sentences.ts'

/** A statement of a draft with all that counts for it, and nothing else. */
export type CitedStatement = {
  /** JSON Pointer into the draft. */
  readonly statement: string
  readonly kind: 'analysis' | 'negative' | 'conclusion' | 'action'
  readonly text: string
  /** Its items as the agent saw them, labels included: it may name its document or section. An item is one object wherever it is cited. */
  readonly evidence: readonly EvidenceItem[]
  /** What it may take from the analyses that it builds on. */
  readonly based_on: readonly string[]
}

type Analysis = DiagnosisDraft['analysis'][number]

const clauseBreak = /[,:，、]|\b(?:and|but|while|however|although)\b|[但而]/i

/**
 * The statements of a draft that the evidence guard passed, in document order, each with what it may rest on (spec 06,
 * "Semantic guard"): a NORMAL analysis on the items that it cites; conclusion and actions on the analyses that they build on and
 * those analyses' items. Both layers judge by this, the rules and the model.
 * @param snapshot of the guard's PASS on this draft
 */
export function evidenceByStatement(draft: DiagnosisDraft, snapshot: EvidenceSnapshot): CitedStatement[] {
  const cited = citedItems(snapshot)
  const builtOn = (ids: readonly string[]) => {
    const known = draft.analysis.filter(({ id }) => ids.includes(id))
    return {
      evidence: [...new Set(known.flatMap(({ id }) => cited.get(id) ?? []))],
      based_on: known.map(asBasis).filter((text) => text !== ''),
    }
  }
  const { conclusion } = draft
  return [
    ...draft.analysis.map(({ id, kind, text }, i) => ({
      statement: `/analysis/${i}`,
      kind: kind === 'NORMAL' ? ('analysis' as const) : ('negative' as const),
      text,
      evidence: cited.get(id) ?? [],
      based_on: [],
    })),
    ...(conclusion === null
      ? []
      : [
          {
            statement: '/conclusion',
            kind: 'conclusion' as const,
            text: conclusion.text,
            ...builtOn(conclusion.based_on_analysis_ids),
          },
        ]),
    ...draft.action_plan.map(({ text, based_on_analysis_ids }, i) => ({
      statement: `/action_plan/${i}`,
      kind: 'action' as const,
      text,
      ...builtOn(based_on_analysis_ids),
    })),
  ]
}

/** The cited items of each analysis, by its id: from the call that cites them, not from another that has the same ids. */
function citedItems({ analyses, invocations }: EvidenceSnapshot): ReadonlyMap<string, readonly EvidenceItem[]> {
  const shown = new Map(
    invocations.map(({ tool_call_id, items }) => [
      tool_call_id,
      items.map(
        ({ document_id, source, title, breadcrumb, excerpt }): EvidenceItem => ({
          document_id,
          source,
          title,
          breadcrumb,
          excerpt,
        }),
      ),
    ]),
  )
  return new Map(
    analyses.map(({ analysis_id, references }) => {
      const items = references.flatMap(({ tool_call_id, document_ids }) =>
        (shown.get(tool_call_id) ?? []).filter(({ document_id }) => document_ids.includes(document_id)),
      )
      return [analysis_id, [...new Set(items)]]
    }),
  )
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
