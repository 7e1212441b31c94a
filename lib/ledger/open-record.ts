import { type CanonicalInvocation, canonicalInvocation } from '../contract/invocation.ts'
import { isExpired, type RunAccess } from './ledger-context.ts'
import { callKey, toolCallIdOf } from './ledger-table.ts'

/**
 * A stored call for those who judge or show it. One that no longer has its shape was changed behind our back: it comes with
 * nothing in it, so that the guard reports it (LEDGER_RECORD_INVALID) rather than its reading failing everything else. An
 * expiry that is no time in seconds has passed.
 */
export function openRecord(item: Readonly<Record<string, unknown>>): CanonicalInvocation {
  const parsed = canonicalInvocation.safeParse(item)
  const record = parsed.success ? parsed.data : emptied(item)
  return isExpired(record, 0) ? { ...record, expires_at: 0 } : record
}

/** What stands for a call whose record has expired and was deleted: nothing is in it, and it is expired at any time. */
export function expiredRecord(
  { runId, owner }: Pick<RunAccess, 'runId' | 'owner'>,
  toolCallId: string,
): CanonicalInvocation {
  return emptied({ ...callKey(runId, toolCallId), owner, expires_at: 0 })
}

function emptied(item: Readonly<Record<string, unknown>>): CanonicalInvocation {
  return {
    run_id: String(item.run_id),
    tool_call_id: toolCallIdOf(String(item.item)),
    owner: String(item.owner),
    status: 'READY',
    tool: 'unknown',
    origin: 'recorded_by_caller',
    args_digest: '',
    projection: null,
    projection_sha256: null,
    evidence_status: null,
    cut_document_ids: [],
    error: null,
    created_at: '',
    attempt: '',
    expires_at: typeof item.expires_at === 'number' ? item.expires_at : 0,
    schema_version: 1,
  }
}
