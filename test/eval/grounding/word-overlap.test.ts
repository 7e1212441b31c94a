import { expect, test } from 'vitest'
import { wordOverlap } from '../../../eval/grounding/word-overlap.ts'

test.each([
  ['The pool is full', ['the POOL, is full!'], 1],
  ['The pool is full', ['The queue', 'is empty'], 0.5],
  ['pool pool queue', ['pool'], 2 / 3],
  ['连接池满', ['连接数'], 0.5],
  ['', ['pool'], 0],
  ['pool', [], 0],
])('word overlap of %j with %j', (claim, evidence, share) => {
  expect(wordOverlap(claim, evidence)).toBeCloseTo(share, 12)
})
