import { isBlank } from '../../text/is-blank.ts'
import type { Rule } from '../rule.ts'

export const actionTextBlank: Rule = {
  code: 'ACTION_TEXT_BLANK',
  check: ({ draft }) =>
    draft.action_plan.flatMap(({ text }, i) =>
      isBlank(text) ? [{ path: ['action_plan', i, 'text'], message: 'The text of this action is blank.' }] : [],
    ),
}
