import * as z from 'zod'
import { Fault } from '../../contract/faults.ts'
import type { ModelAnswer, ModelRequest } from '../model-port.ts'
import { argumentsText } from './call-arguments.ts'
import { nameCalls } from './name-calls.ts'
import { stopOf } from './stop-of.ts'

/** Text, or the parts of one: a few servers answer in parts. */
const content = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))])

/** What is used of a chat completion. The older `function_call` is not. */
const chatReply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: content.nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string().nullish(),
                function: z.object({ name: z.string(), arguments: z.unknown().optional() }),
              }),
            )
            .nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** @throws Fault `E_MODEL_BAD_RESPONSE` for a reply of another shape */
export function chatAnswer(reply: unknown, request: ModelRequest): ModelAnswer {
  const choice = chatReply.safeParse(reply).data?.choices[0]
  if (choice === undefined) throw new Fault('E_MODEL_BAD_RESPONSE', { context: { failure: 'wrong-shape' } })
  const { message, finish_reason: reason } = choice
  const refused = Boolean(message.refusal)
  const text = textOf(message.content) || message.refusal || ''
  const given = (message.tool_calls ?? []).map((call) => ({
    id: call.id,
    name: call.function.name,
    arguments: argumentsText(call.function.arguments),
  }))
  return {
    text: text.trim() === '' ? null : text,
    toolCalls: nameCalls(given, request.messages),
    stop: stopOf({
      refused: refused || reason === 'content_filter',
      cutShort: reason === 'length',
      calls: given.length,
    }),
  }
}

function textOf(given: z.infer<typeof content> | null | undefined): string {
  if (typeof given === 'string') return given
  return (given ?? []).map((part) => part.text ?? '').join('')
}
