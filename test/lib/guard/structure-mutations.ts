// Codes 2 to 11: every way of breaking the structure of a draft.
import { each, insert, invisible, isNegative, isNormal, type Mutation, onAnalysis } from './mutation.ts'
import { among } from './scenario.ts'

export const structureMutations: readonly Mutation[] = [
  {
    code: 'ANALYSIS_ID_DUPLICATE',
    part: 'analysis',
    way: 'repeats an analysis at the end',
    apply: (s, g) => {
      s.draft.analysis.push(structuredClone(among(g, s.draft.analysis)))
      return [`ANALYSIS_ID_DUPLICATE /analysis/${s.draft.analysis.length - 1}/id`]
    },
  },
  {
    code: 'ANALYSIS_TEXT_BLANK',
    part: 'analysis',
    way: 'blanks a text',
    apply: onAnalysis(
      () => true,
      (a, at, g) => {
        a.text = among(g, invisible)
        return [`ANALYSIS_TEXT_BLANK ${at}/text`]
      },
    ),
  },
  {
    code: 'ANALYSIS_UNCITED',
    part: 'analysis',
    way: 'drops the calls of a NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNegative, (a, at) => {
      a.tool_call_ids = []
      return [`ANALYSIS_UNCITED ${at}/tool_call_ids`]
    }),
  },
  {
    code: 'ANALYSIS_UNCITED',
    part: 'analysis',
    way: 'drops the calls of a NORMAL analysis',
    apply: onAnalysis(isNormal, (a, at) => {
      a.tool_call_ids = []
      return [
        `ANALYSIS_UNCITED ${at}/tool_call_ids`,
        ...each(a.document_ids, 'DOCUMENT_NOT_IN_EVIDENCE', `${at}/document_ids`),
        ...each(a.quotes, 'QUOTE_NOT_IN_EVIDENCE', `${at}/quotes`),
      ]
    }),
  },
  {
    code: 'ANALYSIS_UNCITED',
    part: 'analysis',
    way: 'drops the documents of a NORMAL analysis',
    apply: onAnalysis(isNormal, (a, at) => {
      a.document_ids = []
      return [`ANALYSIS_UNCITED ${at}/document_ids`, ...each(a.quotes, 'QUOTE_NOT_IN_EVIDENCE', `${at}/quotes`)]
    }),
  },
  {
    code: 'CONCLUSION_TEXT_BLANK',
    part: 'conclusion',
    way: 'blanks the text',
    apply: ({ draft: { conclusion } }, g) => {
      if (conclusion === null) return null
      conclusion.text = among(g, invisible)
      return ['CONCLUSION_TEXT_BLANK /conclusion/text']
    },
  },
  {
    code: 'CONCLUSION_UNGROUNDED',
    part: 'conclusion',
    way: 'drops the basis',
    apply: ({ draft: { conclusion } }) => {
      if (conclusion === null) return null
      conclusion.based_on_analysis_ids = []
      return ['CONCLUSION_UNGROUNDED /conclusion/based_on_analysis_ids']
    },
  },
  {
    code: 'CONCLUSION_BASIS_UNKNOWN',
    part: 'conclusion',
    way: 'adds an id that no analysis has',
    apply: ({ draft: { conclusion } }, g) => {
      if (conclusion === null) return null
      const at = insert(g, conclusion.based_on_analysis_ids, among(g, ['A0', 'a', 'p0', 'f0', ' a0']))
      return [`CONCLUSION_BASIS_UNKNOWN /conclusion/based_on_analysis_ids/${at}`]
    },
  },
  {
    code: 'ACTION_ID_DUPLICATE',
    part: 'action_plan',
    way: 'repeats an action at the end',
    apply: ({ draft }, g) => {
      draft.action_plan.push(structuredClone(among(g, draft.action_plan)))
      return [`ACTION_ID_DUPLICATE /action_plan/${draft.action_plan.length - 1}/id`]
    },
  },
  {
    code: 'ACTION_TEXT_BLANK',
    part: 'action_plan',
    way: 'blanks a text',
    apply: ({ draft }, g) => {
      const [i, step] = among(g, [...draft.action_plan.entries()])
      step.text = among(g, invisible)
      return [`ACTION_TEXT_BLANK /action_plan/${i}/text`]
    },
  },
  {
    code: 'ACTION_BASIS_INVALID',
    part: 'action_plan',
    way: 'drops a basis',
    apply: ({ draft }, g) => {
      const [i, step] = among(g, [...draft.action_plan.entries()])
      step.based_on_analysis_ids = []
      return [`ACTION_BASIS_INVALID /action_plan/${i}/based_on_analysis_ids`]
    },
  },
  {
    code: 'ACTION_BASIS_INVALID',
    part: 'action_plan',
    way: 'adds an id that no analysis has',
    apply: ({ draft }, g) => {
      const [i, step] = among(g, [...draft.action_plan.entries()])
      const at = insert(g, step.based_on_analysis_ids, among(g, ['A0', 'a', 'p0', 'f0', ' a0']))
      return [`ACTION_BASIS_INVALID /action_plan/${i}/based_on_analysis_ids/${at}`]
    },
  },
  {
    code: 'LIMITATIONS_MISSING',
    part: 'limitations',
    way: 'drops, empties or blanks them',
    apply: ({ draft }, g) => {
      const limitations = among(g, [null, [], invisible])
      delete draft.limitations
      if (limitations !== null) draft.limitations = limitations
      return ['LIMITATIONS_MISSING /limitations']
    },
  },
]
