import { expect, test } from 'vitest'
import { draft, failed, judge, ledger, negative, normal, reported, usualRecords } from '../builders.ts'

const evidence = ledger([...usualRecords, failed('c3')])

test.each([
  ['NORMAL', normal({ tool_call_ids: ['c1', 'c3'] })],
  ['NEGATIVE_OBSERVATION', negative({ id: 'a1', tool_call_ids: ['c2', 'c3'] })],
])('reports a failed call under %s: it shows neither presence nor absence', (_, first) => {
  const verdict = judge(draft({ analysis: [first] }), evidence)
  expect(reported(verdict)).toEqual(['TOOL_CALL_NOT_READY /analysis/0/tool_call_ids/1'])
  expect(verdict.violations[0]).toMatchObject({ tool_call_id: 'c3' })
})

test('stays silent on a failed call that no analysis cites', () => {
  expect(judge(draft(), evidence).verdict).toBe('PASS')
})
