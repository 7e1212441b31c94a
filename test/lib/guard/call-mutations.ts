// Codes 12, 16 and 17: every way of citing a wrong call.
import { each, insert, isNegative, isNormal, type Mutation, onAnalysis } from './mutation.ts'
import { among } from './scenario.ts'

export const callMutations: readonly Mutation[] = [
  {
    code: 'TOOL_CALL_UNKNOWN',
    part: 'analysis',
    way: 'cites an id that resembles a known one',
    apply: onAnalysis(
      () => true,
      (a, at, g) => {
        const j = insert(g, a.tool_call_ids, among(g, ['F0', 'f', 'f00', ' f0', 'N0', '0', '__proto__']))
        return [`TOOL_CALL_UNKNOWN ${at}/tool_call_ids/${j}`]
      },
    ),
  },
  {
    code: 'KIND_CLAIMS_EVIDENCE',
    part: 'analysis',
    way: 'cites a call that found nothing under NORMAL',
    apply: onAnalysis(isNormal, (a, at, g) => {
      const j = insert(g, a.tool_call_ids, among(g, ['n0', 'n1']))
      return [`KIND_CLAIMS_EVIDENCE ${at}/tool_call_ids/${j}`]
    }),
  },
  {
    code: 'KIND_CLAIMS_EVIDENCE',
    part: 'analysis',
    way: 'calls a NEGATIVE_OBSERVATION NORMAL',
    apply: onAnalysis(isNegative, (a, at) => {
      a.kind = 'NORMAL'
      return [
        ...each(a.tool_call_ids, 'KIND_CLAIMS_EVIDENCE', `${at}/tool_call_ids`),
        `ANALYSIS_UNCITED ${at}/document_ids`,
      ]
    }),
  },
  {
    code: 'KIND_DENIES_EVIDENCE',
    part: 'analysis',
    way: 'cites a call that found evidence under NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNegative, (a, at, g) => {
      const j = insert(g, a.tool_call_ids, among(g, ['f0', 'f1']))
      return [`KIND_DENIES_EVIDENCE ${at}/tool_call_ids/${j}`]
    }),
  },
  {
    code: 'KIND_DENIES_EVIDENCE',
    part: 'analysis',
    way: 'calls a NORMAL analysis NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNormal, (a, at) => {
      a.kind = 'NEGATIVE_OBSERVATION'
      return each(a.tool_call_ids, 'KIND_DENIES_EVIDENCE', `${at}/tool_call_ids`)
    }),
  },
]
