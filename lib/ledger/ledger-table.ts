// Keys of the ledger (spec 03): one partition a run, one item kind a sort key prefix.
import type { TableDefinition } from '../aws/table-definition.ts'

export const ownerCallIndex = 'owner-call'

export const ledgerTable: TableDefinition = {
  partitionKey: 'run_id',
  sortKey: 'item',
  timeToLiveAttribute: 'expires_at',
  // Tells "never existed" from "belongs to another run of this owner"; nothing else reads it.
  indexes: [{ name: ownerCallIndex, partitionKey: 'owner_call', projection: 'KEYS_ONLY' }],
}

const callPrefix = 'CALL#'
const auditPrefix = 'AUDIT#'
export const turnPrefix = 'TURN#'
export const reviewPrefix = 'REVIEW#'

export const runKey = (runId: string) => ({ run_id: runId, item: 'RUN' })
export const callKey = (runId: string, toolCallId: string) => ({ run_id: runId, item: `${callPrefix}${toolCallId}` })
/** `#` is not a character of tool call ids, so the parts of a key cannot run into each other. */
export const auditKey = (runId: string, toolCallId: string, attempt: string) => ({
  run_id: runId,
  item: `${auditPrefix}${toolCallId}#${attempt}`,
})
/** Padded, so that turns sort in their order. */
export const turnKey = (runId: string, n: number) => ({
  run_id: runId,
  item: `${turnPrefix}${String(n).padStart(4, '0')}`,
})
/** What the semantic guard said of the draft of turn `n`. */
export const reviewKey = (runId: string, n: number) => ({
  run_id: runId,
  item: `${reviewPrefix}${String(n).padStart(4, '0')}`,
})
export const turnOfReview = (item: string) => Number(item.slice(reviewPrefix.length))
export const reportKey = (runId: string) => ({ run_id: runId, item: 'REPORT' })
/** The tool call id in the sort key of a call. */
export const toolCallIdOf = (item: string) => item.slice(callPrefix.length)
export const ownerCallOf = (owner: string, toolCallId: string) => `${owner}#${toolCallId}`

export type LedgerItemKind = 'RUN' | 'CALL' | 'AUDIT' | 'TURN' | 'REVIEW' | 'REPORT' | 'OTHER'

export function kindOf(item: string): LedgerItemKind {
  if (item === 'RUN' || item === 'REPORT') return item
  if (item.startsWith(callPrefix)) return 'CALL'
  if (item.startsWith(auditPrefix)) return 'AUDIT'
  if (item.startsWith(turnPrefix)) return 'TURN'
  return item.startsWith(reviewPrefix) ? 'REVIEW' : 'OTHER'
}
