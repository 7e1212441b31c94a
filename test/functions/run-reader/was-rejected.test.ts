import { expect, test } from 'vitest'
import { type JudgedDraft, wasRejected } from '../../../functions/run-reader/was-rejected.ts'
import type { Violation } from '../../../lib/contract/verdict.ts'
import { reviewOf } from '../publish/diagnosed-run.ts'

const violation = (over: Partial<Violation>): Violation => ({
  code: 'TOOL_CALL_EXPIRED',
  path: '/analysis/0',
  message: '',
  hint: '',
  ...over,
})
const rejected = (over: Partial<JudgedDraft>, gone: readonly string[] = []) =>
  wasRejected({ refused: undefined, repaired: false, violations: [], semantic: null, ...over }, new Set(gone))

test('a draft that nobody found fault with was not rejected', () => {
  expect(rejected({})).toBe(false)
  expect(rejected({ semantic: reviewOf('SUPPORTED') })).toBe(false)
})

test('a draft was rejected when no guard got to see it', () => {
  expect(rejected({ refused: [] })).toBe(true)
})

test('a draft was rejected when the model was told to repair it', () => {
  expect(rejected({ repaired: true })).toBe(true)
})

test.each(['OVERSTATED', 'UNSUPPORTED', 'UNKNOWN'] as const)('a draft was rejected for a statement that is %s', (v) => {
  expect(rejected({ semantic: reviewOf(v) })).toBe(true)
})

test('a draft was rejected for a violation', () => {
  expect(rejected({ violations: [violation({ code: 'QUOTE_NOT_IN_EVIDENCE', tool_call_id: 'c1' })] }, ['c1'])).toBe(
    true,
  )
})

test('a draft was rejected for a call that had expired then, and not for one whose record is gone since', () => {
  const violations = [violation({ tool_call_id: 'c1' })]
  expect(rejected({ violations })).toBe(true)
  expect(rejected({ violations }, ['c1'])).toBe(false)
})
