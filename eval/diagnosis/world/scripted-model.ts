// A model that says what a script tells it to, over the OpenAI wire.
import * as z from 'zod'
import type { LoopbackServer } from '../../loopback-server.ts'
import { sendJson, sendText, startJsonServer } from './json-server.ts'

const chatRequest = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullable().optional() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
})
/** What the model was told, and which tools it was offered. */
export type ChatRequest = z.infer<typeof chatRequest>

/** What the model says in a turn: calls (arguments that are text go out as they are), text, or trouble. */
export type Say =
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly text: string }
  /** An HTTP error. */
  | { readonly status: number }
  /** A reply that is no chat completion. */
  | { readonly body: string }

/** @param say gets how often the model was asked by now, from 1, and the request */
export async function startScriptedModel(
  say: (nth: number, request: ChatRequest) => Say,
): Promise<LoopbackServer & { readonly heard: ChatRequest[] }> {
  const heard: ChatRequest[] = []
  const server = await startJsonServer((_path, body, response) => {
    const request = chatRequest.parse(body)
    heard.push(request)
    const said = say(heard.length, request)
    if ('status' in said) sendJson(response, said.status, { error: { message: 'scripted trouble' } })
    else if ('body' in said) sendText(response, 200, said.body)
    else sendJson(response, 200, completionOf(said, heard.length))
  })
  return { ...server, heard }
}

function completionOf(say: Extract<Say, { calls: unknown } | { text: string }>, nth: number): unknown {
  const calls = 'calls' in say ? say.calls : []
  const message = {
    role: 'assistant',
    content: 'text' in say ? say.text : null,
    ...(calls.length > 0 && {
      tool_calls: calls.map((call, i) => ({
        id: `provider-${nth}-${i}`,
        type: 'function',
        function: {
          name: call.name,
          arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
        },
      })),
    }),
  }
  return { choices: [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message }] }
}
