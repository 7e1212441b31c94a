// What is asked of a run (spec 08).
import * as z from 'zod'
import { runId, toolCallId } from './ids.ts'
import { lookupToolName } from './invocation.ts'
import { limits } from './limits.ts'
import { once } from './once.ts'
import { sentObject, sentText } from './sent-text.ts'

const codePointsAtMost = (max: number) => (text: string) => text.length <= max || [...text].length <= max

/** `POST /api/runs/{run_id}/tools/lookup_knowledge`. */
export const lookupRequest = z.lazy(() =>
  z.strictObject({
    tool_call_id: toolCallId,
    query: sentText()
      .trim()
      .min(1, 'must not be blank')
      .refine(codePointsAtMost(limits.query.maxChars), {
        message: `must have at most ${limits.query.maxChars} characters`,
      }),
  }),
)

const label = once(() => sentText().max(limits.recordedResult.labelChars).nullable().default(null))

/** One piece of evidence that another tool found. `id` becomes the citable `document_id`, literally. */
const recordedItem = once(() =>
  z.strictObject({
    id: sentText().min(1).max(limits.recordedResult.idChars),
    source: label(),
    title: label(),
    breadcrumb: label(),
    excerpt: sentText()
      .max(limits.recordedResult.excerptChars)
      .refine((text) => text.trim() !== '', { message: 'must not be blank' }),
  }),
)

const toolName = once(() =>
  z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1-128 of A-Z a-z 0-9 . _ -')
    .refine((name) => name !== lookupToolName, {
      message: `must not be ${lookupToolName}: its results are recorded by the lookup itself`,
    }),
)

/** `POST /api/runs/{run_id}/tool-invocations`: the result of any other tool, or its error (spec 03, "Other tools"). */
export const toolInvocationRequest = z.lazy(() =>
  z
    .strictObject({
      tool: toolName(),
      tool_call_id: toolCallId,
      args: sentObject().default({}),
      items: z.array(recordedItem()).max(limits.recordedResult.items).optional(),
      error: z.strictObject({ code: sentText().min(1).max(128), message: sentText().max(2000) }).optional(),
    })
    .refine((r) => (r.items === undefined) !== (r.error === undefined), {
      message: 'must have either items or error',
    }),
)
export type ToolInvocationRequest = z.infer<typeof toolInvocationRequest>

/** `POST /api/runs`. */
export const startRequest = z.strictObject({
  question: sentText()
    .trim()
    .min(1, 'must not be blank')
    .refine(codePointsAtMost(limits.question.maxChars), {
      message: `must have at most ${limits.question.maxChars} characters`,
    }),
  run_id: runId.optional(),
})
