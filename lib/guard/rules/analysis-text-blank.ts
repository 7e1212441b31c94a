import { isBlank } from '../../text/is-blank.ts'
import type { Rule } from '../rule.ts'

export const analysisTextBlank: Rule = {
  code: 'ANALYSIS_TEXT_BLANK',
  check: ({ draft }) =>
    draft.analysis.flatMap(({ text }, i) =>
      isBlank(text) ? [{ path: ['analysis', i, 'text'], message: 'The text of this analysis is blank.' }] : [],
    ),
}
