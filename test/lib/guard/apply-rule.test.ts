import { expect, test } from 'vitest'
import { applyRule } from '../../../lib/guard/apply-rule.ts'

test('a rule that throws is a violation of its own code', () => {
  const check = () => {
    throw new Error('S3CRET')
  }
  const reported = applyRule({ code: 'QUOTE_NOT_IN_EVIDENCE', check }, null)
  expect(reported).toEqual([
    { code: 'QUOTE_NOT_IN_EVIDENCE', path: [], message: expect.not.stringContaining('S3CRET') },
  ])
})

test('what a rule finds is reported under its code', () => {
  const check = () => [{ path: ['analysis', 0], message: 'x', tool_call_id: 'c1' }]
  expect(applyRule({ code: 'TOOL_CALL_UNKNOWN', check }, null)).toEqual([
    { code: 'TOOL_CALL_UNKNOWN', path: ['analysis', 0], message: 'x', tool_call_id: 'c1' },
  ])
})
