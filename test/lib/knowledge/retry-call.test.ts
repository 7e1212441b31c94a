// Back-off is exponential with full jitter (spec 01): each delay is drawn from 0 to a bound that doubles.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { serviceCalls } from '../../../lib/knowledge/py-rag/service-calls.ts'
import { retryCall } from '../../../lib/knowledge/retry-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The pauses of a call that is tried three times, in ms, when chance says `drawn` (0 to 1) each time. */
async function pausesWhen(drawn: number): Promise<number[]> {
  vi.spyOn(Math, 'random').mockReturnValue(drawn)
  const started: number[] = []
  const attempt = async () => {
    started.push(Date.now())
    throw new Fault('E_KNOWLEDGE_UNAVAILABLE', { context: { failure: 'not-connected' } })
  }
  const call = retryCall(serviceCalls.task, attempt, { deadline: Date.now() + 60_000, now: Date.now }).catch(() => null)
  await vi.runAllTimersAsync()
  await call
  return started.slice(1).map((at, i) => at - (started[i] ?? 0))
}

it('twice at most, each pause up to twice as long as the one before', async () => {
  const [first = 0, second = 0, ...more] = await pausesWhen(0.5)
  expect(first).toBeGreaterThan(0)
  expect(second).toBe(2 * first)
  expect(more).toEqual([])
})

it('each pause is drawn from the whole of its range, none included', async () => {
  const half = await pausesWhen(0.5)
  expect(await pausesWhen(0.25)).toEqual(half.map((ms) => ms / 2))
  expect(await pausesWhen(0)).toEqual([0, 0])
})
