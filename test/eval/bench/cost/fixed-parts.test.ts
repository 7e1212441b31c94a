import { expect, test } from 'vitest'
import { seriesAtMost } from '../../../../eval/bench/cost/fixed-parts.ts'

test('each combination of a function and a value of every dimension is a series', () => {
  const table = {
    Plain: { functions: ['a'], dimensions: {} },
    Two: { functions: ['a', 'b', 'c'], dimensions: { x: ['1', '2'], y: ['1', '2', '3'] } },
  }
  expect(seriesAtMost(table)).toBe(1 + 3 * 2 * 3)
})
