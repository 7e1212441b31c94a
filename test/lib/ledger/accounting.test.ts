// Spec 03, "Budget and gain": accounting is a pure function of the log. The expected rows are worked out by hand.
import { describe, expect, test } from 'vitest'
import { account, harnessOf } from '../../../lib/ledger/accounting.ts'

type Call = { readonly keys?: readonly string[]; readonly failed?: true; readonly open?: true }
/** What the harness said when each call was answered: `[new keys, streak, used, stop reason]`. */
type Row = readonly [number, number, number, 'NO_GAIN' | 'BUDGET_EXHAUSTED' | null]

const limits = { budget: 8, noGainLimit: 2 }

/** Answers calls one after the other, in the order given. */
function rowsOf(calls: readonly Call[], by = limits): Row[] {
  const log: {
    tool_call_id: string
    fill?: { order: number; projection_sha256: string | null; attempt: string; evidence: string[] }
  }[] = []
  let said: Row[3] = null
  return calls.map(({ keys = [], failed, open }, i) => {
    const id = `c${i + 1}`
    const fill = { order: i, projection_sha256: failed ? null : id, attempt: 'then', evidence: [...keys] }
    log.push({ tool_call_id: id, ...(!open && { fill }) })
    const accounting = account(log, by, said)
    said = accounting.stopReason
    const told = harnessOf(accounting, id, false, by)
    expect(told.gain).toBe(told.new_evidence_count > 0)
    expect(told.stop_required).toBe(told.stop_reason !== null)
    expect(told.tool_calls_budget).toBe(by.budget)
    return [told.new_evidence_count, told.no_gain_streak, told.tool_calls_used, told.stop_reason]
  })
}

const a = { keys: ['a'] }
const b = { keys: ['b'] }
const none = {}
const failed = { failed: true } as const

describe('calls answered one after the other', () => {
  test.each<[string, Call[], Row[]]>([
    ['the first evidence is a gain', [a], [[1, 0, 1, null]]],
    ['nothing found is no gain', [none], [[0, 1, 1, null]]],
    ['a failed call is no gain', [failed], [[0, 1, 1, null]]],
    [
      'two calls without evidence in a row are a stop',
      [none, none],
      [
        [0, 1, 1, null],
        [0, 2, 2, 'NO_GAIN'],
      ],
    ],
    [
      'a failed and an empty one are a stop',
      [failed, none],
      [
        [0, 1, 1, null],
        [0, 2, 2, 'NO_GAIN'],
      ],
    ],
    [
      'two failed ones are a stop',
      [failed, failed],
      [
        [0, 1, 1, null],
        [0, 2, 2, 'NO_GAIN'],
      ],
    ],
    [
      'the same evidence again is no gain',
      [a, a, a],
      [
        [1, 0, 1, null],
        [0, 1, 2, null],
        [0, 2, 3, 'NO_GAIN'],
      ],
    ],
    [
      'one new key among known ones is a gain and resets the streak',
      [a, a, { keys: ['a', 'b'] }, b, b],
      [
        [1, 0, 1, null],
        [0, 1, 2, null],
        [1, 0, 3, null],
        [0, 1, 4, null],
        [0, 2, 5, 'NO_GAIN'],
      ],
    ],
    [
      'a gain between two calls without one keeps the run going',
      [none, a, none, b, none],
      [
        [0, 1, 1, null],
        [1, 0, 2, null],
        [0, 1, 3, null],
        [1, 0, 4, null],
        [0, 1, 5, null],
      ],
    ],
    [
      'several new keys count each',
      [{ keys: ['a', 'b', 'c'] }, { keys: ['b', 'c', 'd'] }],
      [
        [3, 0, 1, null],
        [1, 0, 2, null],
      ],
    ],
    ['the same key twice in one view counts once', [{ keys: ['a', 'a'] }], [[1, 0, 1, null]]],
    [
      'what a failed call might have found is not known to the run',
      [{ failed: true }, a],
      [
        [0, 1, 1, null],
        [1, 0, 2, null],
      ],
    ],
  ])('%s', (_, calls, rows) => {
    expect(rowsOf(calls)).toEqual(rows)
  })

  test('the eighth call of a run with a budget of eight is answered and spends it', () => {
    const calls = Array.from({ length: 8 }, (_, i) => ({ keys: [`k${i}`] }))
    const rows = rowsOf(calls)
    expect(rows[6]).toEqual([1, 0, 7, null])
    expect(rows[7]).toEqual([1, 0, 8, 'BUDGET_EXHAUSTED'])
  })

  test('the limits are configuration', () => {
    expect(rowsOf([none, none, none], { budget: 8, noGainLimit: 3 }).map((r) => r[3])).toEqual([null, null, 'NO_GAIN'])
    expect(rowsOf([a], { budget: 1, noGainLimit: 2 })).toEqual([[1, 0, 1, 'BUDGET_EXHAUSTED']])
  })

  test('a stop once said stays, with its reason', () => {
    expect(account([], limits, 'NO_GAIN').stopReason).toBe('NO_GAIN')
    expect(rowsOf([none, none, a, b])).toEqual([
      [0, 1, 1, null],
      [0, 2, 2, 'NO_GAIN'],
      [1, 0, 3, 'NO_GAIN'],
      [1, 0, 4, 'NO_GAIN'],
    ])
  })

  test('a call under way is used, and neither gain nor streak', () => {
    expect(rowsOf([a, { open: true }])).toEqual([
      [1, 0, 1, null],
      [0, 0, 2, null],
    ])
  })
})

test('calls are judged in the order in which they were answered, not let in', () => {
  const fill = (order: number, ...evidence: string[]) => ({
    order,
    projection_sha256: 'x',
    attempt: 'then',
    evidence,
  })
  const log = [
    { tool_call_id: 'slow', fill: fill(1, 'a') },
    { tool_call_id: 'fast', fill: fill(0, 'a', 'b') },
  ]
  const { gains, streak } = account(log, limits)
  expect([...gains]).toEqual([
    ['fast', 2],
    ['slow', 0],
  ])
  expect(streak).toBe(1)
})

test('the same log always gives the same account, and is left as it is', () => {
  const log = [{ tool_call_id: 'c', fill: { order: 0, projection_sha256: 'x', attempt: 'then', evidence: ['a'] } }]
  const before = structuredClone(log)
  expect(account(log, limits)).toEqual(account(log, limits))
  expect(log).toEqual(before)
})
