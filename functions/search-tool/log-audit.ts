import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import { type AuditFailure, openAudit } from '../../lib/ledger/audit.ts'

/**
 * Gives the ledger's `onAuditFailure`: an audit that could not be written goes to the log, whole as it would have been stored
 * (spec 03), and is counted. It stands there as a JSON value, whatever its texts hold, and is far below what CloudWatch takes.
 */
export function logAudit({ log, measure }: Pick<Telemetry, 'log' | 'measure'>) {
  return ({ runId, item, error }: AuditFailure): void => {
    measure('AuditWriteFailures', 1)
    const { tool_call_id, owner, expires_at } = item
    const reason = error instanceof Error ? error.name : typeof error
    log('AUDIT_WRITE_FAILED', { run_id: runId, tool_call_id, owner, expires_at, reason, audit: openAudit(item) })
  }
}
