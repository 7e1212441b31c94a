import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import type { AuditFailure } from '../../lib/ledger/audit.ts'

/**
 * Gives the ledger's `onAuditFailure`: what could not be written goes to the log (spec 03), and is counted. Of its texts the log
 * has the lengths: a query, or what a service or a tool said in its own words, stands in no log line.
 */
export function logAudit({ log, measure }: Pick<Telemetry, 'log' | 'measure'>) {
  return ({ runId, item, error }: AuditFailure): void => {
    measure('AuditWriteFailures', 1)
    const { text, ...rest } = item
    log('AUDIT_WRITE_FAILED', {
      run_id: runId,
      ...rest,
      // One that was cut is no JSON any more.
      audit: item.cut ? text : JSON.parse(text),
      reason: error instanceof Error ? error.name : typeof error,
    })
  }
}
