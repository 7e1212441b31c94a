// When a deferred ingest is tried again, and when it is given up (spec 05, "Nothing accepted is lost").
import type { FaultCode } from '../contract/faults.ts'
import type { DocumentRecord } from './document-record.ts'
import { maxDelaySeconds } from './ingest-queue-port.ts'

export type RetryRule = {
  /** First delay; it doubles up to 15 min. */
  readonly delaySeconds: number
  /** Age after acceptance at which an ingest is given up. */
  readonly maxAgeSeconds: number
}

/** How much later than a message the sweep looks for itself. */
export const sweepGraceMs = 60_000

export type AfterOutage =
  | { readonly outcome: 'retry'; readonly record: DocumentRecord; readonly delaySeconds: number }
  | { readonly outcome: 'given up'; readonly record: DocumentRecord }

/** Why a document is FAILED that was given up for its age; `code` is that of the last attempt. */
export const givenUpReason = (code: FaultCode, { maxAgeSeconds }: RetryRule): string =>
  `${code}: given up after ${maxAgeSeconds} s`

/**
 * `record` after an attempt at `now` that failed with `code` and may go better another time. A rebuild uses up nothing:
 * no attempt, and its whole time is added to the document's.
 */
export function afterOutage(record: DocumentRecord, code: FaultCode, now: number, rule: RetryRule): AfterOutage {
  const rebuilding = code === 'E_REBUILD_IN_PROGRESS'
  const paused = !rebuilding && record.rebuilding_since !== null ? now - record.rebuilding_since : 0
  const giveUpAt = record.give_up_at + paused
  if (!rebuilding && now >= giveUpAt) {
    const reason = givenUpReason(code, rule)
    return { outcome: 'given up', record: { ...record, state: 'FAILED', reason, due_at: null, updated_at: now } }
  }
  const doubled = rule.delaySeconds * 2 ** Math.min(record.failures, 16)
  const secondsLeft = rebuilding ? Number.POSITIVE_INFINITY : Math.ceil((giveUpAt - now) / 1000)
  const delaySeconds = Math.min(doubled, maxDelaySeconds, secondsLeft)
  return {
    outcome: 'retry',
    delaySeconds,
    record: {
      ...record,
      reason: code,
      give_up_at: giveUpAt,
      rebuilding_since: rebuilding ? (record.rebuilding_since ?? now) : null,
      failures: record.failures + (rebuilding ? 0 : 1),
      round: record.round + 1,
      due_at: now + delaySeconds * 1000 + sweepGraceMs,
      updated_at: now,
    },
  }
}
