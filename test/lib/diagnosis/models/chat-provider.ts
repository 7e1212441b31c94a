// A provider that speaks OpenAI's chat completions: `POST /v1/chat/completions`.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import type { Behaviour, FakeProvider, ReceivedMessage, ScriptedAnswer } from './model-contract.ts'

const toolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
])
const chatBody = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(
    z.strictObject({
      type: z.literal('function'),
      function: z.strictObject({ name: z.string(), description: z.string(), parameters: z.unknown() }),
    }),
  ),
  stream: z.literal(false),
})
export type ChatBody = z.infer<typeof chatBody>

const reasons = { calls: 'tool_calls', end: 'stop', length: 'length', refusal: 'stop' }

export type ChatProvider = FakeProvider & {
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  lastBody(): ChatBody
  lastHeaders(): IncomingHttpHeaders
}

export async function startChatProvider(): Promise<ChatProvider> {
  let behaviour: Behaviour = { kind: 'stall' }
  let last: ChatBody | null = null
  let headers: IncomingHttpHeaders = {}
  let requests = 0

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1
    headers = request.headers
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return sendError(response, 404, 'not_found')
    const given = chatBody.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
    if (!given.success || !answersCalls(given.data)) return sendError(response, 400, 'invalid_request_error')
    last = given.data
    respond(response, behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lastBody = () => {
    if (last === null) throw new Error('nothing was received')
    return last
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    behave: (next) => {
      behaviour = next
    },
    lastBody,
    lastHeaders: () => headers,
    received: () => receivedOf(lastBody()),
    receivedTools: () =>
      lastBody().tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        schema: parameters,
      })),
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** What OpenAI refuses: a call that is not answered by the messages behind it. */
function answersCalls({ messages }: ChatBody): boolean {
  return messages.every((said, i) => {
    if (said.role !== 'assistant') return true
    const asked = (said.tool_calls ?? []).map((c) => c.id)
    const behind = messages.slice(i + 1, i + 1 + asked.length)
    return behind.every((m, n) => m.role === 'tool' && m.tool_call_id === asked[n]) && behind.length === asked.length
  })
}

function receivedOf({ messages }: ChatBody): ReceivedMessage[] {
  const received: ReceivedMessage[] = []
  for (const said of messages) {
    if (said.role === 'tool') {
      const answer = { id: said.tool_call_id, text: said.content }
      const previous = received.at(-1)
      if (previous?.role === 'answers')
        received[received.length - 1] = { role: 'answers', answers: [...previous.answers, answer] }
      else received.push({ role: 'answers', answers: [answer] })
    } else if (said.role === 'assistant') {
      const calls = (said.tool_calls ?? []).map((c) => ({
        id: c.id,
        name: c.function.name,
        arguments: JSON.parse(c.function.arguments),
      }))
      received.push({ role: 'assistant', text: said.content, calls })
    } else received.push({ role: said.role, text: said.content })
  }
  return received
}

function respond(response: ServerResponse, behaviour: Behaviour): void {
  switch (behaviour.kind) {
    case 'answer':
      sendJson(response, 200, completion(behaviour.answer))
      break
    case 'error':
      sendError(response, behaviour.status, behaviour.code)
      break
    case 'body':
      response.writeHead(behaviour.status, { 'content-type': behaviour.type }).end(behaviour.body)
      break
    case 'stall':
      break
    case 'stall-in-body':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":')
      break
    case 'hang-up':
      response.socket?.destroy()
      break
    case 'break-off':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"choices":', () => response.socket?.destroy())
      break
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'theirs-1' })
    .end(JSON.stringify(body))
}

function sendError(response: ServerResponse, status: number, code: string): void {
  sendJson(response, status, { error: { message: 'Words of the provider.', type: 'error', code } })
}

function completion({ text, calls = [], reason }: ScriptedAnswer) {
  const refusal = reason === 'refusal' ? text : null
  const tool_calls = calls.map((c) => ({
    id: c.id,
    type: 'function',
    function: { name: c.name, arguments: typeof c.arguments === 'string' ? c.arguments : JSON.stringify(c.arguments) },
  }))
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refusal === null ? (text ?? null) : null,
          refusal,
          ...(tool_calls.length > 0 && { tool_calls }),
        },
        finish_reason: reasons[reason],
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}
