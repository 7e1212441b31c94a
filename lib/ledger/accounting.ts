// What a run has used and gained: a pure function of its log (spec 03, "The log is the gate").
import type { Harness, StopReason } from '../contract/invocation.ts'
import type { LogEntry } from './run-item.ts'

export type RunLimits = {
  /** Tool calls of one run. */
  readonly budget: number
  /** Calls without new evidence, in a row, that stop a run. */
  readonly noGainLimit: number
}

export type Accounting = {
  readonly used: number
  /** Answered calls without new evidence since the last one with. */
  readonly streak: number
  readonly stopReason: StopReason | null
  /** New evidence keys by tool call id; only of filled entries. */
  readonly gains: ReadonlyMap<string, number>
}

type Log = readonly Pick<LogEntry, 'tool_call_id' | 'fill'>[]

/**
 * Calls are judged in the order in which they were answered, so that what one was told never changes when another, slower
 * one ends. A failed call gains nothing.
 * @param said the stop that was said before: once said, it stays
 */
export function account(log: Log, limits: RunLimits, said: StopReason | null = null): Accounting {
  const filled = log
    .flatMap(({ tool_call_id, fill }) => (fill === undefined ? [] : [{ tool_call_id, fill }]))
    .sort((a, b) => a.fill.order - b.fill.order)
  const known = new Set<string>()
  const gains = new Map<string, number>()
  let streak = 0
  for (const { tool_call_id, fill } of filled) {
    const before = known.size
    for (const key of fill.evidence) known.add(key)
    const gained = known.size - before
    gains.set(tool_call_id, gained)
    streak = gained > 0 ? 0 : streak + 1
  }
  return { used: log.length, streak, gains, stopReason: said ?? stopReasonOf(streak, log.length, limits) }
}

function stopReasonOf(streak: number, used: number, { budget, noGainLimit }: RunLimits): StopReason | null {
  if (streak >= noGainLimit) return 'NO_GAIN'
  return used >= budget ? 'BUDGET_EXHAUSTED' : null
}

/** The harness part of an answer about one call. */
export function harnessOf(accounting: Accounting, toolCallId: string, replayed: boolean, limits: RunLimits): Harness {
  const gained = accounting.gains.get(toolCallId) ?? 0
  return {
    replayed,
    gain: gained > 0,
    new_evidence_count: gained,
    no_gain_streak: accounting.streak,
    tool_calls_used: accounting.used,
    tool_calls_budget: limits.budget,
    stop_required: accounting.stopReason !== null,
    stop_reason: accounting.stopReason,
  }
}
