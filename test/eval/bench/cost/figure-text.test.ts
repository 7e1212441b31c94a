import { expect, test } from 'vitest'
import { dollars, figure } from '../../../../eval/bench/cost/figure-text.ts'

test.each([
  [0, '0'],
  [8.6666, '8.67'],
  [0.01234, '0.0123'],
  [1496.6, '1,497'],
  [Number.POSITIVE_INFINITY, '–'],
])('%d is written as %s', (value, text) => {
  expect(figure(value)).toBe(text)
})

test('a price too small to be seen is not written as nothing', () => {
  expect([dollars(0), dollars(0.00001), dollars(0.475)]).toEqual(['–', '< 0.0001', '0.4750'])
})
