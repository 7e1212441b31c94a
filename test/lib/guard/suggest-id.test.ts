import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestId } from '../../../lib/guard/suggest-id.ts'
import { holds } from './holds.ts'

test.each([
  ['one character changed', 'c1-7f3b', ['c2-90ab', 'c1-7f3a'], 'c1-7f3a'],
  ['one character dropped', 'c17f3a', ['c2-90ab', 'c1-7f3a'], 'c1-7f3a'],
  ['one character added', 'c1-77f3a', ['c2-90ab', 'c1-7f3a'], 'c1-7f3a'],
  ['another case', 'C1-7F3A', ['c1-7f3b', 'c1-7f3a'], 'c1-7f3a'],
  ['a missing prefix', '7f3a', ['7f3bx', 'c1-7f3a'], 'c1-7f3a'],
  ['a prefix too much', 'call_c1', ['c1_call', 'c1'], 'c1'],
  ['case before containment', 'AB', ['abc', 'ab'], 'ab'],
  ['the closest of those that contain it', 'c1', ['c1-7f3a', 'c1-7'], 'c1-7'],
  ['containment before edits', 'abcd', ['abce', 'abcdefghij'], 'abcdefghij'],
  ['fewer edits', 'abcd', ['axyd', 'abxd'], 'abxd'],
  ['a shift of one, not a row of changes', 'abcdefgh', ['qqqdefgh', 'xbcdefghy'], 'xbcdefghy'],
  ['the first by code unit of equals, in any order', 'ab', ['ad', 'ac', 'ae'], 'ac'],
  ['the only one, however far', 'banana', ['c1'], 'c1'],
  [
    'the middle of two long ids',
    `${'x'.repeat(100)}a${'y'.repeat(100)}`,
    [`${'x'.repeat(99)}bc${'y'.repeat(99)}`, `${'x'.repeat(100)}b${'y'.repeat(100)}`],
    `${'x'.repeat(100)}b${'y'.repeat(100)}`,
  ],
  [
    'what is nearer behind a long common head',
    `${'x'.repeat(60)}zbcd`,
    [`${'x'.repeat(60)}aaaa`, `${'x'.repeat(60)}zbzz`],
    `${'x'.repeat(60)}zbzz`,
  ],
  ['what differs beyond the compared part', 'x'.repeat(60), ['y'.repeat(70), 'y'.repeat(60)], 'y'.repeat(60)],
])('suggests %s', (_, id, known, nearest) => {
  expect(suggestId(id, known)).toBe(nearest)
})

test('suggests nothing when nothing is known, or the id itself is', () => {
  expect(suggestId('c1', [])).toBeNull()
  expect(suggestId('c1', ['c2', 'c1'])).toBeNull()
})

test('suggests a known id, whatever the id', () => {
  holds(
    fc.property(fc.string(), fc.array(fc.string(), { minLength: 1 }), (id, known) => {
      const nearest = suggestId(id, known)
      expect(suggestId(id, known.toReversed())).toBe(nearest)
      if (known.includes(id)) expect(nearest).toBeNull()
      else expect(known).toContain(nearest)
    }),
  )
})

test('costs little for the longest ids and a long run', () => {
  const known = Array.from({ length: 1000 }, (_, i) => `k${i}`.padEnd(512, 'ab'))
  const started = performance.now()
  expect(known).toContain(suggestId('ba'.repeat(128), known))
  expect(performance.now() - started).toBeLessThan(1000)
})
