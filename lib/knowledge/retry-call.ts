import { backOff } from 'exponential-backoff'
import { Fault } from '../contract/faults.ts'
import type { RepeatRule, Repeats } from './repeat-rule.ts'

/** First delay in ms; doubles from retry to retry, and is drawn anew from 0 to that (full jitter). */
const startingDelay = 100
/** What an attempt needs to be worth a start: a search takes 300 ms at best (spec 01). */
const usefulAttemptMs = 300

/**
 * `attempt`, repeated by the call's rule. A retry starts only while the deadline (epoch ms) leaves room for
 * its longest delay and a useful attempt; otherwise the fault is thrown without waiting.
 * @throws what the last attempt threw.
 */
export function retryCall<T>(
  { retries, retryOn }: Repeats,
  attempt: () => Promise<T>,
  { deadline, now }: { readonly deadline: number; readonly now: () => number },
): Promise<T> {
  const leavesRoom = (retry: number) => deadline - now() >= startingDelay * 2 ** (retry - 1) + usefulAttemptMs
  return backOff(attempt, {
    jitter: 'full',
    numOfAttempts: retries + 1,
    startingDelay,
    timeMultiple: 2,
    retry: (error: unknown, retry) => error instanceof Fault && mayRepeat(retryOn, error) && leavesRoom(retry),
  })
}

/** A passed time limit is never repeated, connecting included: the caller waited for it once already. */
function mayRepeat(rule: RepeatRule, { context }: Fault): boolean {
  if (context.failure === 'not-connected') return true
  if (rule === 'nothing-sent') return false
  if (context.failure === 'connection-broken') return true
  return rule === 'connection-or-gateway' && [502, 503, 504].some((status) => status === context.serviceStatus)
}
