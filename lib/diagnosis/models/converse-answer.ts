import * as z from 'zod'
import { Fault } from '../../contract/faults.ts'
import type { ModelAnswer, ModelRequest } from '../model-port.ts'
import { argumentsText } from './call-arguments.ts'
import { nameCalls } from './name-calls.ts'
import { stopOf } from './stop-of.ts'

/** What is used of a Converse reply; blocks of other kinds (reasoning) are passed over. */
const converseReply = z.object({
  output: z.object({
    message: z.object({
      content: z
        .array(
          z.object({
            text: z.string().optional(),
            toolUse: z
              .object({ toolUseId: z.string().nullish(), name: z.string(), input: z.unknown().optional() })
              .optional(),
          }),
        )
        .nullish(),
    }),
  }),
  stopReason: z.string().nullish(),
})

const refusals = ['guardrail_intervened', 'content_filtered']
const cuts = ['max_tokens', 'model_context_window_exceeded']

/** @throws Fault `E_MODEL_BAD_RESPONSE` for a reply of another shape */
export function converseAnswer(reply: unknown, request: ModelRequest): ModelAnswer {
  const parsed = converseReply.safeParse(reply)
  if (!parsed.success) throw new Fault('E_MODEL_BAD_RESPONSE', { context: { failure: 'wrong-shape' } })
  const blocks = parsed.data.output.message.content ?? []
  const text = blocks.map((block) => block.text ?? '').join('')
  const uses = blocks.flatMap(({ toolUse }) => (toolUse === undefined ? [] : [toolUse]))
  const given = uses.map((use) => ({ id: use.toolUseId, name: use.name, arguments: argumentsText(use.input) }))
  const reason = parsed.data.stopReason ?? ''
  return {
    text: text.trim() === '' ? null : text,
    toolCalls: nameCalls(given, request.messages),
    stop: stopOf({ refused: refusals.includes(reason), cutShort: cuts.includes(reason), calls: given.length }),
  }
}
