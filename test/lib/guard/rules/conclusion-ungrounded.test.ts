import { expect, test } from 'vitest'
import { draft, judge, reported } from '../builders.ts'

test('reports a conclusion that names no analysis', () => {
  expect(reported(judge(draft({ conclusion: { text: 'So it is.', based_on_analysis_ids: [] } })))).toEqual([
    'CONCLUSION_UNGROUNDED /conclusion/based_on_analysis_ids',
  ])
})

test('stays silent on a conclusion that is null', () => {
  expect(judge(draft({ conclusion: null })).verdict).toBe('PASS')
})
