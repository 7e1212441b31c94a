// From the transcript to a Converse request. Its rules: roles alternate, all answers to one message's calls stand in the user
// message behind it, before any text; no text block is blank.
import type { ContentBlock, ConverseCommandInput, Message } from '@aws-sdk/client-bedrock-runtime'
import type { ModelRequest, ModelTool } from '../model-port.ts'
import { argumentsObject } from './call-arguments.ts'
import { type Exchange, openTranscript } from './open-transcript.ts'

export function converseRequest(modelId: string, request: ModelRequest): ConverseCommandInput {
  const { system, exchanges } = openTranscript(request.messages)
  return {
    modelId,
    ...(system !== '' && { system: [{ text: system }] }),
    messages: alternate(exchanges.flatMap(messagesOf)),
    toolConfig: { tools: request.tools.map(toolOf) },
    requestMetadata: { request_id: request.requestId },
  }
}

function messagesOf(exchange: Exchange): Message[] {
  if (exchange.role === 'user') return [{ role: 'user', content: [{ text: exchange.text }] }]
  const { text, calls } = exchange
  const said: ContentBlock[] = [
    ...(text === null ? [] : [{ text }]),
    ...calls.map(({ id, name, arguments: given }) => ({
      toolUse: { toolUseId: id, name, input: documentOf(argumentsObject(given)) },
    })),
  ]
  const answers = calls.map(({ id, answer }) => ({ toolResult: { toolUseId: id, content: [{ text: answer }] } }))
  return [
    { role: 'assistant', content: said },
    ...(answers.length > 0 ? [{ role: 'user' as const, content: answers }] : []),
  ]
}

/** Neighbours of one role as one message. */
function alternate(messages: readonly Message[]): Message[] {
  const merged: Message[] = []
  for (const { role, content = [] } of messages) {
    const last = merged.at(-1)
    if (last !== undefined && last.role === role) last.content = [...(last.content ?? []), ...content]
    else merged.push({ role, content })
  }
  return merged
}

function toolOf({ name, description, inputSchema }: ModelTool) {
  return { toolSpec: { name, description, inputSchema: { json: documentOf(inputSchema) } } }
}

/** The SDK's type of a JSON document. */
type Document = NonNullable<NonNullable<ContentBlock['toolUse']>['input']>

/** Plain JSON, which is what the SDK asks for and what a schema as a value in code need not be. */
function documentOf(value: Readonly<Record<string, unknown>>): Document {
  return JSON.parse(JSON.stringify(value))
}
