import { type CanonicalInvocation, lookupToolName } from '../contract/invocation.ts'
import { contradicts } from './fill-log.ts'
import { isExpired } from './ledger-context.ts'
import type { LogEntry } from './run-item.ts'

/**
 * The log is the gate: a call that it never let in is none, however well its record looks, and one whose tool or text the log
 * tells otherwise was changed. A record that has expired needs no log, for its run may have expired with it; a log that is there
 * counts for it, too, because a run is read again as it was.
 */
export function borneOut(
  record: CanonicalInvocation,
  entry: LogEntry | undefined,
  now: number,
): CanonicalInvocation | null {
  if (entry === undefined) return isExpired(record, now) ? record : null
  const origin = record.tool === lookupToolName ? 'searched' : 'recorded_by_caller'
  const altered =
    record.tool !== entry.tool ||
    record.origin !== origin ||
    record.args_digest !== entry.args_digest ||
    (entry.fill !== undefined && contradicts(entry.fill, record))
  return altered ? { ...record, status: 'READY', projection: null, projection_sha256: null } : record
}
