import type { Rule } from '../rule.ts'
import { unknownAnalyses } from '../unknown-analyses.ts'

export const conclusionBasisUnknown: Rule = {
  code: 'CONCLUSION_BASIS_UNKNOWN',
  check: ({ draft }) =>
    draft.conclusion === null
      ? []
      : unknownAnalyses(draft, draft.conclusion.based_on_analysis_ids, ['conclusion', 'based_on_analysis_ids']),
}
