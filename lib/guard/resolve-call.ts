import type { CanonicalInvocation } from '../contract/invocation.ts'
import type { RagToolResult } from '../contract/rag-tool-result.ts'
import { readProjection } from './read-projection.ts'

/** The part of the ledger that a draft's citations are checked against: what one batch read gives. */
export type CitedEvidence = {
  /** Records of this run by tool call id, whatever their status, expired ones included. */
  readonly records: ReadonlyMap<string, CanonicalInvocation>
  /** Those of the cited ids that exist in another run of the same owner. */
  readonly foreign: ReadonlySet<string>
  /** Ids of all calls of this run, cited or not: for suggestions only. */
  readonly knownIds: readonly string[]
}

export type ReadyCall = {
  readonly id: string
  readonly state: 'READY'
  readonly record: CanonicalInvocation
  readonly projectionSha256: string
  /** The stored projection, read strictly. */
  readonly result: RagToolResult
}

/** What a cited tool call id stands for: one state each, so that one cause has one code. */
export type CitedCall =
  | ReadyCall
  | { readonly id: string; readonly state: 'UNKNOWN' | 'FOREIGN' | 'EXPIRED' | 'NOT_READY' | 'INVALID' }

/**
 * What `id` stands for at `now` (epoch ms). This run comes before other runs; an expired record is not read further,
 * so it is expired even if it failed or was tampered with.
 */
export function resolveCall(id: string, evidence: CitedEvidence, now: number): CitedCall {
  const record = evidence.records.get(id)
  if (record === undefined) return { id, state: evidence.foreign.has(id) ? 'FOREIGN' : 'UNKNOWN' }
  // Asked this way round, an expiry that is not a number has passed.
  const live = record.expires_at * 1000 > now
  if (!live) return { id, state: 'EXPIRED' }
  if (record.status !== 'READY') return { id, state: 'NOT_READY' }
  const result = record.tool_call_id === id ? readProjection(record) : null
  if (result === null || record.projection_sha256 === null) return { id, state: 'INVALID' }
  return { id, state: 'READY', record, projectionSha256: record.projection_sha256, result }
}
