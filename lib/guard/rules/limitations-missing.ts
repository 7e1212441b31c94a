import { isBlank } from '../../text/is-blank.ts'
import type { Rule } from '../rule.ts'

export const limitationsMissing: Rule = {
  code: 'LIMITATIONS_MISSING',
  check: ({ draft: { limitations } }) =>
    limitations === undefined || limitations.every(isBlank)
      ? [{ path: ['limitations'], message: 'The draft states no limitation.' }]
      : [],
}
