import { expect, test } from 'vitest'
import { action, draft, judge, reported } from '../builders.ts'

test('reports the second and each later action with an id that was used', () => {
  const action_plan = [action(), action(), action({ id: 'p2' }), action()]
  expect(reported(judge(draft({ action_plan })))).toEqual([
    'ACTION_ID_DUPLICATE /action_plan/1/id',
    'ACTION_ID_DUPLICATE /action_plan/3/id',
  ])
})

test('stays silent on an action with the id of an analysis', () => {
  expect(judge(draft({ action_plan: [action({ id: 'a1' }), action({ id: 'P1' }), action()] })).verdict).toBe('PASS')
})
