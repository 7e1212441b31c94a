import { repeatedIds } from '../repeated-ids.ts'
import type { Rule } from '../rule.ts'

export const analysisIdDuplicate: Rule = {
  code: 'ANALYSIS_ID_DUPLICATE',
  check: ({ draft }) =>
    repeatedIds(draft.analysis).map((i) => ({
      path: ['analysis', i, 'id'],
      message: 'An earlier analysis has this id.',
    })),
}
