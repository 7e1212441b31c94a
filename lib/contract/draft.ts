// A diagnosis draft (spec 04): what a model hands in. Strict: an unknown field is a violation.
//
// Blank texts, empty lists and absent limitations parse here, because each has a violation code of its own; what is
// missing, extra, mistyped or over a limit does not, and is DRAFT_SCHEMA_INVALID.
import * as z from 'zod'
import { limits } from './limits.ts'
import { once } from './once.ts'

const { draft } = limits
const codePoints = (max: number) => (text: string) => text.length <= max || [...text].length <= max
const text = once(() =>
  z
    .string()
    .refine(codePoints(draft.textChars), { message: `must have at most ${draft.textChars} characters` })
    .meta({ maxLength: draft.textChars }),
)
const id = once(() => z.string().min(1).max(draft.idChars))
const idList = once(() => z.array(id()).max(draft.idsPerList))

export const analysisKind = z.enum(['NORMAL', 'NEGATIVE_OBSERVATION'])
export type AnalysisKind = z.infer<typeof analysisKind>

export const quote = once(() =>
  z.strictObject({ document_id: z.string().min(1).max(limits.recordedResult.idChars), text: text() }),
)
export type Quote = Readonly<z.infer<ReturnType<typeof quote>>>

export const analysis = once(() =>
  z.strictObject({
    id: id(),
    kind: analysisKind,
    text: text(),
    tool_call_ids: idList(),
    document_ids: z.array(z.string().min(1).max(limits.recordedResult.idChars)).max(draft.idsPerList),
    quotes: z.array(quote()).max(draft.idsPerList).default([]),
  }),
)
export type Analysis = Readonly<z.infer<ReturnType<typeof analysis>>>

export const conclusion = once(() => z.strictObject({ text: text(), based_on_analysis_ids: idList() }))
export const action = once(() => z.strictObject({ id: id(), text: text(), based_on_analysis_ids: idList() }))

/** Distinct tool calls that a draft cites, in document order. */
const distinctToolCalls = (analyses: readonly Analysis[]) => new Set(analyses.flatMap((a) => a.tool_call_ids))

export const diagnosisDraft = z.lazy(() =>
  z
    .strictObject({
      analysis: z.array(analysis()).max(draft.analyses),
      /** Null is a legal success: the evidence does not carry a conclusion. */
      conclusion: conclusion().nullable(),
      action_plan: z.array(action()).max(draft.actions),
      /** Optional for the parser only: absent is LIMITATIONS_MISSING, a violation of its own. */
      limitations: z.array(text()).max(draft.limitations).optional(),
    })
    .refine((d) => distinctToolCalls(d.analysis).size <= draft.distinctToolCalls, {
      path: ['analysis'],
      message: `must cite at most ${draft.distinctToolCalls} distinct tool calls`,
    }),
)
export type DiagnosisDraft = Readonly<z.infer<typeof diagnosisDraft>>
