import { Fault } from '../contract/faults.ts'
import type { EvidenceSnapshot, SnapshotInvocation } from '../contract/verdict.ts'
import type { ReadyCall } from './resolve-call.ts'
import type { CitedAnalysis } from './rule.ts'

/**
 * The evidence that a passed draft rests on, from the ledger only (spec 04, "Answer"): each cited call once, in order of first
 * citation, with the items that an analysis citing this call names, each once, in the order of the stored view.
 * @throws Fault `E_INTERNAL` when a call is not READY: a draft that cites one has not passed.
 */
export function buildSnapshot(analyses: readonly CitedAnalysis[]): EvidenceSnapshot {
  const cited = new Map<string, { readonly call: ReadyCall; readonly documentIds: Set<string> }>()
  const referenced = analyses.map(({ analysis, calls }) => {
    const references = new Map<string, string[]>()
    for (const call of calls) {
      if (call.state !== 'READY')
        throw new Fault('E_INTERNAL', { context: { tool_call_id: call.id, state: call.state } })
      const documentIds = citedItemIds(call, analysis.document_ids)
      references.set(call.id, documentIds)
      const entry = cited.get(call.id) ?? { call, documentIds: new Set() }
      for (const id of documentIds) entry.documentIds.add(id)
      cited.set(call.id, entry)
    }
    return {
      analysis_id: analysis.id,
      kind: analysis.kind,
      references: [...references].map(([tool_call_id, document_ids]) => ({ tool_call_id, document_ids })),
    }
  })
  return {
    invocations: [...cited.values()].map(({ call, documentIds }) => snapshotOf(call, documentIds)),
    analyses: referenced,
  }
}

function citedItemIds({ result }: ReadyCall, documentIds: readonly string[]): string[] {
  return [...new Set(result.evidence.map((item) => item.document_id))].filter((id) => documentIds.includes(id))
}

/** A stored view as a snapshot shows it, with all its items, or those of `documentIds`. */
export function snapshotOf(
  { record, result, projectionSha256 }: Pick<ReadyCall, 'record' | 'result' | 'projectionSha256'>,
  documentIds?: ReadonlySet<string>,
): SnapshotInvocation {
  return {
    tool_call_id: record.tool_call_id,
    tool: record.tool,
    origin: record.origin,
    query: result.query,
    evidence_status: result.evidence_status,
    relevance_level: result.relevance_level,
    truncated: result.truncated,
    projection_sha256: projectionSha256,
    items: result.evidence
      .filter((item) => documentIds === undefined || documentIds.has(item.document_id))
      .map((item) => ({ ...item, cut: record.cut_document_ids.includes(item.document_id) })),
  }
}
