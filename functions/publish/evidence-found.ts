import type { CanonicalInvocation } from '../../lib/contract/invocation.ts'
import type { EvidenceSnapshot, SnapshotInvocation } from '../../lib/contract/verdict.ts'
import { snapshotOf } from '../../lib/guard/build-snapshot.ts'
import { readProjection } from '../../lib/guard/read-projection.ts'
import { countBytes } from '../../lib/text/cut-text.ts'

/** Bytes of items as JSON: what a report holds beside them has room in its item, whatever the run's budget and views were. */
const itemsBytes = 200_000

/**
 * What a run found, as the ledger has it: what is certain when no draft is. A record that was changed is left out. Beyond 200 KB
 * items are left out from where that is reached, and their calls are `truncated`.
 */
export function evidenceFound(calls: readonly CanonicalInvocation[]): EvidenceSnapshot {
  let left = itemsBytes
  const withinRoom = (found: SnapshotInvocation): SnapshotInvocation => {
    const items = found.items.filter((item) => {
      // Below nothing it stays: once one had no room, none behind it is taken.
      left -= left < 0 ? 0 : countBytes(JSON.stringify(item))
      return left >= 0
    })
    return { ...found, items, truncated: found.truncated || items.length < found.items.length }
  }
  const invocations = calls.flatMap((record) => {
    const result = record.status === 'READY' ? readProjection(record) : null
    if (result === null || record.projection_sha256 === null) return []
    return [withinRoom(snapshotOf({ record, result, projectionSha256: record.projection_sha256 }))]
  })
  return { invocations, analyses: [] }
}
