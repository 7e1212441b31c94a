import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import type { EvidenceItem } from '../../lib/contract/rag-tool-result.ts'
import type { EvidenceSnapshot } from '../../lib/contract/verdict.ts'

export type StatementWithEvidence = {
  /** JSON Pointer into the draft. */
  readonly statement: string
  readonly text: string
  /** All that counts for it, and nothing else. */
  readonly evidence: readonly { readonly document_id: string; readonly excerpt: string }[]
  /** The analyses that a conclusion or an action builds on. */
  readonly based_on?: readonly string[]
}

/** Each statement that needs support, with the evidence that it may rest on: what its own citations name (spec 06). */
export function evidenceByStatement(draft: DiagnosisDraft, snapshot: EvidenceSnapshot): StatementWithEvidence[] {
  const cited = new Map(snapshot.analyses.map((a) => [a.analysis_id, itemsOf(a, snapshot)]))
  const builtOn = (statement: string, text: string, ids: readonly string[]): StatementWithEvidence => ({
    statement,
    text,
    evidence: distinct(ids.flatMap((id) => cited.get(id) ?? [])),
    based_on: draft.analysis.filter((a) => ids.includes(a.id)).map((a) => a.text),
  })
  const { conclusion } = draft
  return [
    ...draft.analysis.flatMap(({ id, kind, text }, i) =>
      kind === 'NORMAL' ? [{ statement: `/analysis/${i}`, text, evidence: distinct(cited.get(id) ?? []) }] : [],
    ),
    ...(conclusion === null ? [] : [builtOn('/conclusion', conclusion.text, conclusion.based_on_analysis_ids)]),
    ...draft.action_plan.map((a, i) => builtOn(`/action_plan/${i}`, a.text, a.based_on_analysis_ids)),
  ]
}

function itemsOf(
  { references }: EvidenceSnapshot['analyses'][number],
  { invocations }: EvidenceSnapshot,
): EvidenceItem[] {
  return references.flatMap(({ tool_call_id, document_ids }) =>
    invocations
      .filter((call) => call.tool_call_id === tool_call_id)
      .flatMap((call) => call.items.filter((item) => document_ids.includes(item.document_id))),
  )
}

function distinct(items: readonly EvidenceItem[]): StatementWithEvidence['evidence'] {
  const byId = new Map(items.map(({ document_id, excerpt }) => [document_id, { document_id, excerpt }]))
  return [...byId.values()]
}
