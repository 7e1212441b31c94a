import { describe, expect, test } from 'vitest'
import { assumptions } from '../../../../eval/bench/cost/assumptions.ts'
import { quotasOf, reachOf, shareOf, singlePartitions } from '../../../../eval/bench/cost/quotas.ts'

const quota = { name: 'writes', limit: 4000, perLookup: 8, perDiagnosis: 40, page: '', answer: '' }
const lookup = { apiRequests: 1, writeUnits: 8, readUnits: 2, 'invocations of search-tool': 1 } as const
const diagnosis = { apiRequests: 1, executions: 1, transitions: 20, 'invocations of agent-turn': 3 } as const
const durationMs = { ...assumptions.durationMs, 'search-tool': 500, 'agent-turn': 10_000 }
const assumed = {
  ...assumptions,
  durationMs,
  modelTokensPerMinute: 60_000,
  lookupsPerSecond: 10,
  diagnosesPerHour: 3600,
}
const model = { turns: 3, input: 30_000, output: 10_000 }
const quotas = quotasOf({ lookup, diagnosis, upload: { writeUnits: 10 }, model, assumed, throttleRate: 50 })
const named = (part: string) => {
  const found = quotas.find(({ name }) => name.includes(part))
  if (found === undefined) throw new Error(`no quota of ${part}`)
  return found
}

describe('a quota', () => {
  test('is reached at its limit over what one takes', () => {
    expect(reachOf(quota)).toEqual({ lookupsPerSecond: 500, diagnosesPerHour: 360_000 })
  })

  test('that one kind does not touch is never reached by it', () => {
    expect(reachOf({ ...quota, perLookup: 0 }).lookupsPerSecond).toBe(Number.POSITIVE_INFINITY)
  })

  test('is shared by both kinds, and its share grows with the load', () => {
    // 10 x 8 + 1 x 40 = 120 of 4,000 = 3 %
    expect(shareOf(quota, assumed, 1)).toBeCloseTo(0.03, 12)
    expect(shareOf(quota, assumed, 100)).toBeCloseTo(3, 12)
  })
})

describe('from what was measured', () => {
  test('Lambda’s invocations at once are invocations times their assumed seconds', () => {
    // 1,000 / 0.5 s = 2,000 lookups/s; 1,000 / 30 s x 3,600 = 120,000 diagnoses/h
    const { lookupsPerSecond, diagnosesPerHour } = reachOf(named('Lambda'))
    expect(lookupsPerSecond).toBeCloseTo(2000, 6)
    expect(diagnosesPerHour).toBeCloseTo(120_000, 6)
  })

  test('state transitions are only those of diagnoses', () => {
    // 1,500 / 20 x 3,600
    expect(reachOf(named('transitions')).diagnosesPerHour).toBe(270_000)
    expect(reachOf(named('transitions')).lookupsPerSecond).toBe(Number.POSITIVE_INFINITY)
  })

  test('the stage’s throttle counts requests', () => {
    expect(reachOf(named('throttleRate')).lookupsPerSecond).toBe(50)
  })

  test('the model’s quota is of tokens in and out, 4 bytes each', () => {
    // (30,000 + 10,000) / 4 = 10,000 tokens; 60,000 a minute: 6 a minute, 360 an hour
    expect(reachOf(named('Bedrock')).diagnosesPerHour).toBe(360)
  })

  test('one run is one partition: 1,000 write units a second, or 3,000 read units if these are fewer', () => {
    const upload = { writeUnits: 10 }
    expect(singlePartitions({ lookup, upload })).toEqual({ lookupsPerSecondOfOneRun: 125, uploadsPerSecond: 100 })
    const reading = { writeUnits: 1, readUnits: 300 }
    expect(singlePartitions({ lookup: reading, upload }).lookupsPerSecondOfOneRun).toBe(10)
  })
})
