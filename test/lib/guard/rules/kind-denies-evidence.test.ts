import { expect, test } from 'vitest'
import { draft, judge, negative, reported } from '../builders.ts'

test('reports each call that found evidence under NEGATIVE_OBSERVATION, beside calls that found nothing', () => {
  const verdict = judge(draft({ analysis: [negative({ id: 'a1', tool_call_ids: ['c2', 'c1'] })] }))
  expect(reported(verdict)).toEqual(['KIND_DENIES_EVIDENCE /analysis/0/tool_call_ids/1'])
  expect(verdict.violations[0]).toMatchObject({ tool_call_id: 'c1' })
})

test('stays silent on NEGATIVE_OBSERVATION with calls that found nothing', () => {
  expect(judge(draft({ analysis: [negative({ id: 'a1' })] })).verdict).toBe('PASS')
})
