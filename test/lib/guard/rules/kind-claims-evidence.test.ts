import { expect, test } from 'vitest'
import { draft, judge, normal, reported } from '../builders.ts'

test('reports each call that found nothing under NORMAL, beside calls that found something', () => {
  const verdict = judge(draft({ analysis: [normal({ tool_call_ids: ['c1', 'c2'] })] }))
  expect(reported(verdict)).toEqual(['KIND_CLAIMS_EVIDENCE /analysis/0/tool_call_ids/1'])
  expect(verdict.violations[0]).toMatchObject({ tool_call_id: 'c2' })
})

test('stays silent on NORMAL with calls that found evidence', () => {
  expect(judge(draft({ analysis: [normal()] })).verdict).toBe('PASS')
})
