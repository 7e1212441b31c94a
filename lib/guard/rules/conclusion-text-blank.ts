import { isBlank } from '../../text/is-blank.ts'
import type { Rule } from '../rule.ts'

export const conclusionTextBlank: Rule = {
  code: 'CONCLUSION_TEXT_BLANK',
  check: ({ draft: { conclusion } }) =>
    conclusion !== null && isBlank(conclusion.text)
      ? [{ path: ['conclusion', 'text'], message: 'The text of the conclusion is blank.' }]
      : [],
}
