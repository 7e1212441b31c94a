import { expect, test } from 'vitest'
import { draft, judge, negative, normal, reported } from '../builders.ts'

test('reports the second and each later analysis with an id that was used', () => {
  const analysis = [normal(), negative({ id: 'a1' }), normal({ id: 'b' }), normal()]
  expect(reported(judge(draft({ analysis })))).toEqual([
    'ANALYSIS_ID_DUPLICATE /analysis/1/id',
    'ANALYSIS_ID_DUPLICATE /analysis/3/id',
  ])
})

test('stays silent on ids that differ, if only by case', () => {
  expect(judge(draft({ analysis: [normal(), normal({ id: 'A1' })] })).verdict).toBe('PASS')
})
