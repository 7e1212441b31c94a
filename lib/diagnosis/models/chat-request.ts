// From the transcript to the body of `POST /chat/completions` (spec 08: not streamed, with `tools`).
import type { ModelRequest, ModelTool } from '../model-port.ts'
import { argumentsObject } from './call-arguments.ts'
import { type AnsweredCall, type Exchange, openTranscript } from './open-transcript.ts'

export function chatRequest(model: string, request: ModelRequest) {
  const { system, exchanges } = openTranscript(request.messages)
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...exchanges.flatMap(messagesOf)],
    tools: request.tools.map(toolOf),
    stream: false,
  }
}

function messagesOf(exchange: Exchange) {
  if (exchange.role === 'user') return [{ role: 'user', content: exchange.text }]
  const { text, calls } = exchange
  if (calls.length === 0) return [{ role: 'assistant', content: text }]
  return [
    { role: 'assistant', content: text, tool_calls: calls.map(callOf) },
    ...calls.map(({ id, answer }) => ({ role: 'tool', tool_call_id: id, content: answer })),
  ]
}

function callOf({ id, name, arguments: given }: AnsweredCall) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(argumentsObject(given)) } }
}

function toolOf({ name, description, inputSchema }: ModelTool) {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}
