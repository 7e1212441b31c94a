import { describe, expect, test } from 'vitest'
import { gigabyte, priceOf, prices } from '../../../../eval/bench/cost/prices.ts'

describe('a price', () => {
  test('of requests is for a million of them', () => {
    // 8 write units x 1,000 calls = 8,000 units; 8,000 / 1,000,000 x 0.625 = 0.005
    expect(priceOf('dynamoWrite', 8000)).toBeCloseTo(0.005, 12)
    expect(priceOf('dynamoRead', 4000)).toBeCloseTo(0.0005, 12)
    expect(priceOf('apiRequest', 1000)).toBeCloseTo(0.001, 12)
  })

  test('of state transitions is for a thousand of them', () => {
    expect(priceOf('transition', 19_000)).toBeCloseTo(0.475, 12)
  })

  test('of bytes is for a GB of 2^30', () => {
    expect(priceOf('logIngest', 2 * gigabyte)).toBe(1)
    expect(priceOf('dynamoStorage', 2 ** 30)).toBe(0.25)
  })

  test('of a thing and month is for one thing', () => {
    expect(priceOf('metric', 161)).toBeCloseTo(48.3, 10)
    expect(priceOf('alarm', 33)).toBeCloseTo(3.3, 10)
  })

  test('is linear: nothing costs nothing', () => {
    for (const name of Object.keys(prices) as (keyof typeof prices)[]) expect(priceOf(name, 0)).toBe(0)
  })
})
