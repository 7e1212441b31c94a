import type { CanonicalInvocation } from '../../lib/contract/invocation.ts'
import type { EvidenceSnapshot } from '../../lib/contract/verdict.ts'
import { snapshotOf } from '../../lib/guard/build-snapshot.ts'
import { readProjection } from '../../lib/guard/read-projection.ts'

/** All that a run found, as the ledger has it: what is certain when no draft is. A record that was changed is left out. */
export function evidenceFound(calls: readonly CanonicalInvocation[]): EvidenceSnapshot {
  const invocations = calls.flatMap((record) => {
    const result = record.status === 'READY' ? readProjection(record) : null
    if (result === null || record.projection_sha256 === null) return []
    return [snapshotOf({ record, result, projectionSha256: record.projection_sha256 })]
  })
  return { invocations, analyses: [] }
}
