import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import type { AuditFailure } from '../../lib/ledger/audit.ts'

/** A query in the JSON text of an audit, which may be cut anywhere. */
const queryText = /"query":"(?:[^"\\]|\\.)*("|\\?$)/g

/** Gives the ledger's `onAuditFailure`: what could not be written goes to the log (spec 03), and is counted. */
export function logAudit({ log, measure }: Pick<Telemetry, 'log' | 'measure'>) {
  return ({ runId, item, error }: AuditFailure): void => {
    measure('AuditWriteFailures', 1)
    const { text, ...rest } = item
    log('AUDIT_WRITE_FAILED', {
      run_id: runId,
      ...rest,
      audit: text.replace(queryText, '"query":"[in the log at DEBUG]"'),
      reason: error instanceof Error ? error.name : typeof error,
    })
  }
}
