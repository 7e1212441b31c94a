import { describe, expect, test } from 'vitest'
import { assumptions } from '../../../../eval/bench/cost/assumptions.ts'
import { costOf, gbSeconds, logBytes, sum } from '../../../../eval/bench/cost/cost-lines.ts'
import type { Counts } from '../../../../eval/bench/cost/counts.ts'
import { gigabyte } from '../../../../eval/bench/cost/prices.ts'

const kept = { ledgerDays: 1, auditDays: 30 }
const durationMs = { ...assumptions.durationMs, 'search-tool': 400, 'semantic-guard': 100, publish: 200 }
const assumed = {
  ...assumptions,
  durationMs,
  platformLogBytes: 100,
  accessLogBytes: 10,
  transitionLogBytes: 1,
  traced: 0.5,
}

describe('GB-seconds', () => {
  test('are memory times assumed time, function by function', () => {
    // search-tool 512 MB x 0.4 s x 2 = 0.4; semantic-guard 1,024 MB x 0.1 s = 0.1
    const counts = { 'invocations of search-tool': 2, 'invocations of semantic-guard': 1 } as const
    expect(gbSeconds(counts, { durationMs })).toBeCloseTo(0.5, 12)
  })
})

describe('log bytes', () => {
  test('are what was written, and the platforms’ own lines by invocation, request and transition', () => {
    const counts: Counts = {
      logBytes: 1000,
      metricBytes: 500,
      apiRequests: 2,
      transitions: 7,
      'invocations of search-tool': 2,
      'invocations of publish': 1,
    }
    expect(logBytes(counts, assumed)).toBe(1000 + 500 + 300 + 20 + 7)
  })
})

describe('the cost of an operation', () => {
  test('is count times price, by component', () => {
    const cost = costOf(
      {
        apiRequests: 1,
        writeUnits: 10,
        readUnits: 4,
        transitions: 20,
        events: 1,
        executions: 1,
        answerBytes: gigabyte,
        originalPuts: 1,
        'invocations of publish': 3,
      },
      kept,
      assumed,
    )
    expect(cost['API requests']).toBeCloseTo(0.000001, 15)
    expect(cost['Lambda requests']).toBeCloseTo(0.0000006, 15)
    // 3 x 0.5 GB x 0.2 s = 0.3 GB-s
    expect(cost['Lambda GB-seconds']).toBeCloseTo(0.3 * 0.0000133334, 15)
    expect(cost['DynamoDB writes']).toBeCloseTo(0.00000625, 15)
    expect(cost['DynamoDB reads']).toBeCloseTo(0.0000005, 15)
    expect(cost['Step Functions']).toBeCloseTo(0.0005, 15)
    expect(cost.EventBridge).toBeCloseTo(0.000001, 15)
    // Half of one request and one execution is one trace.
    expect(cost['X-Ray']).toBeCloseTo(0.000005, 15)
    expect(cost.S3).toBeCloseTo(0.000005, 15)
    expect(cost['Data out']).toBeCloseTo(0.09, 12)
  })

  test('counts what is stored for as long as it stays: a run a day, audits and documents a month', () => {
    const stored = (counts: Counts) => costOf(counts, kept, assumed)['DynamoDB storage']
    // 0.25 for the table and 0.20 for its recovery, a GB-month each
    expect(stored({ ledgerBytes: gigabyte })).toBeCloseTo(0.45 / 30, 12)
    expect(stored({ auditBytes: gigabyte })).toBeCloseTo(0.45, 12)
    expect(stored({ documentBytes: gigabyte })).toBeCloseTo(0.45, 12)
  })

  test('counts answers only as far as they leave AWS', () => {
    const half = { ...assumed, answersToInternet: 0.5 }
    expect(costOf({ answerBytes: gigabyte }, kept, half)['Data out']).toBeCloseTo(0.045, 12)
  })

  test('is nothing when nothing was counted', () => {
    expect(sum(Object.values(costOf({}, kept, assumed)))).toBe(0)
  })
})
