import type { Rule } from '../rule.ts'
import { unknownAnalyses } from '../unknown-analyses.ts'

export const actionBasisInvalid: Rule = {
  code: 'ACTION_BASIS_INVALID',
  check: ({ draft }) =>
    draft.action_plan.flatMap(({ based_on_analysis_ids: basis }, i) => {
      const path = ['action_plan', i, 'based_on_analysis_ids']
      return basis.length === 0
        ? [{ path, message: 'The action names no analysis.' }]
        : unknownAnalyses(draft, basis, path)
    }),
}
