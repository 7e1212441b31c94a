import { repeatedIds } from '../repeated-ids.ts'
import type { Rule } from '../rule.ts'

export const actionIdDuplicate: Rule = {
  code: 'ACTION_ID_DUPLICATE',
  check: ({ draft }) =>
    repeatedIds(draft.action_plan).map((i) => ({
      path: ['action_plan', i, 'id'],
      message: 'An earlier action has this id.',
    })),
}
