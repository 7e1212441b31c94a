import { expect, test } from 'vitest'
import { action, draft, judge, reported } from '../builders.ts'

const basedOn = (...based_on_analysis_ids: string[]) =>
  draft({ action_plan: [action(), action({ id: 'p2', based_on_analysis_ids })] })

test('reports an action that names no analysis', () => {
  expect(reported(judge(basedOn()))).toEqual(['ACTION_BASIS_INVALID /action_plan/1/based_on_analysis_ids'])
})

test('reports each id that no analysis has', () => {
  expect(reported(judge(basedOn('p1', 'a1', ' a1')))).toEqual([
    'ACTION_BASIS_INVALID /action_plan/1/based_on_analysis_ids/0',
    'ACTION_BASIS_INVALID /action_plan/1/based_on_analysis_ids/2',
  ])
})

test('stays silent on every id that an analysis has, and on an empty plan', () => {
  expect(judge(basedOn('a2', 'a1')).verdict).toBe('PASS')
  expect(judge(draft({ action_plan: [] })).verdict).toBe('PASS')
})
