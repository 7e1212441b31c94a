import type { CanonicalInvocation } from '../../lib/contract/invocation.ts'
import type { EvidenceSnapshot } from '../../lib/contract/verdict.ts'
import { readProjection } from '../../lib/guard/read-projection.ts'

/** All that a run found, as the ledger has it: what is certain when no draft is. A record that was changed is left out. */
export function evidenceFound(calls: readonly CanonicalInvocation[]): EvidenceSnapshot {
  const invocations = calls.flatMap((record) => {
    const result = record.status === 'READY' ? readProjection(record) : null
    if (result === null || record.projection_sha256 === null) return []
    const cut = new Set(record.cut_document_ids)
    return [
      {
        tool_call_id: record.tool_call_id,
        tool: record.tool,
        origin: record.origin,
        query: result.query,
        evidence_status: result.evidence_status,
        relevance_level: result.relevance_level,
        truncated: result.truncated,
        projection_sha256: record.projection_sha256,
        items: result.evidence.map((item) => ({ ...item, cut: cut.has(item.document_id) })),
      },
    ]
  })
  return { invocations, analyses: [] }
}
