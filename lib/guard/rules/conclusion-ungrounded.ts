import type { Rule } from '../rule.ts'

export const conclusionUngrounded: Rule = {
  code: 'CONCLUSION_UNGROUNDED',
  check: ({ draft: { conclusion } }) =>
    conclusion !== null && conclusion.based_on_analysis_ids.length === 0
      ? [{ path: ['conclusion', 'based_on_analysis_ids'], message: 'The conclusion names no analysis.' }]
      : [],
}
