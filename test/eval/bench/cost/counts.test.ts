import { describe, expect, test } from 'vitest'
import { createTally, invocationsOf, meanOf } from '../../../../eval/bench/cost/counts.ts'

describe('a tally', () => {
  test('adds up, and starts again when its counts are taken', () => {
    const { add, take } = createTally()
    add('readUnits', 0.5)
    add('readUnits', 2)
    add('apiRequests')
    expect(take()).toEqual({ readUnits: 2.5, apiRequests: 1 })
    expect(take()).toEqual({})
  })
})

describe('a mean', () => {
  test('takes a counter that one of them lacks as 0', () => {
    expect(meanOf([{ readUnits: 4 }, { readUnits: 2, writeUnits: 3 }, {}])).toEqual({ readUnits: 2, writeUnits: 1 })
  })
})

test('invocations are told by function, and nothing else is', () => {
  expect([...invocationsOf({ apiRequests: 9, 'invocations of publish': 2 })]).toEqual([['publish', 2]])
})
