import { expect, test } from 'vitest'
import { draft, judge, reported } from '../builders.ts'

const basedOn = (...based_on_analysis_ids: string[]) =>
  draft({ conclusion: { text: 'So it is.', based_on_analysis_ids } })

test('reports each id that no analysis has, and suggests the nearest', () => {
  const verdict = judge(basedOn('A1', 'a1', 'c1', 'p1'))
  expect(reported(verdict)).toEqual([
    'CONCLUSION_BASIS_UNKNOWN /conclusion/based_on_analysis_ids/0',
    'CONCLUSION_BASIS_UNKNOWN /conclusion/based_on_analysis_ids/2',
    'CONCLUSION_BASIS_UNKNOWN /conclusion/based_on_analysis_ids/3',
  ])
  expect(verdict.violations[0]?.hint).toContain('"a1"')
})

test('stays silent on every id that an analysis has', () => {
  expect(judge(basedOn('a2', 'a1')).verdict).toBe('PASS')
})
