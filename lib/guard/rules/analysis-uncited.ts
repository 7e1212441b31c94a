import type { Rule } from '../rule.ts'

/** One finding an analysis: without a tool call there is nothing yet that a document could come from. */
export const analysisUncited: Rule = {
  code: 'ANALYSIS_UNCITED',
  check: ({ draft }) =>
    draft.analysis.flatMap(({ kind, tool_call_ids, document_ids }, i) => {
      if (tool_call_ids.length === 0) {
        return [{ path: ['analysis', i, 'tool_call_ids'], message: 'This analysis cites no tool call.' }]
      }
      if (kind === 'NORMAL' && document_ids.length === 0) {
        return [{ path: ['analysis', i, 'document_ids'], message: 'This NORMAL analysis cites no document.' }]
      }
      return []
    }),
}
