import { expect, test } from 'vitest'
import { draft, judge, negative, normal, reported } from '../builders.ts'

test.each([
  ['a NORMAL analysis without tool calls and documents', normal({ tool_call_ids: [], document_ids: [] })],
  ['a NEGATIVE_OBSERVATION without tool calls', negative({ id: 'a1', tool_call_ids: [] })],
])('reports %s, once', (_, first) => {
  expect(reported(judge(draft({ analysis: [first] })))).toEqual(['ANALYSIS_UNCITED /analysis/0/tool_call_ids'])
})

test('reports a NORMAL analysis without documents', () => {
  expect(reported(judge(draft({ analysis: [normal({ document_ids: [] })] })))).toEqual([
    'ANALYSIS_UNCITED /analysis/0/document_ids',
  ])
})

test('reports documents without a tool call that could hold them beside it', () => {
  expect(reported(judge(draft({ analysis: [normal({ tool_call_ids: [] })] })))).toEqual([
    'ANALYSIS_UNCITED /analysis/0/tool_call_ids',
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/0/document_ids/0',
  ])
})

test('stays silent on a NEGATIVE_OBSERVATION without documents', () => {
  expect(judge(draft()).verdict).toBe('PASS')
})
