// A provider that speaks the Converse wire format: `POST /model/{id}/converse` over HTTP/2, which is what the SDK speaks.
import { createServer, type Http2ServerRequest, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import type { Behaviour, FakeProvider, ReceivedMessage, ScriptedAnswer } from './model-contract.ts'

const block = z.strictObject({
  text: z.string().optional(),
  toolUse: z
    .strictObject({ toolUseId: z.string(), name: z.string(), input: z.record(z.string(), z.unknown()) })
    .optional(),
  toolResult: z
    .strictObject({ toolUseId: z.string(), content: z.array(z.strictObject({ text: z.string() })) })
    .optional(),
})
const converseBody = z.strictObject({
  system: z.array(z.strictObject({ text: z.string().min(1) })).optional(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })).min(1),
  toolConfig: z.strictObject({
    tools: z.array(
      z.strictObject({
        toolSpec: z.strictObject({
          name: z.string(),
          description: z.string(),
          inputSchema: z.strictObject({ json: z.unknown() }),
        }),
      }),
    ),
  }),
  requestMetadata: z.record(z.string(), z.string()).optional(),
})
export type ConverseBody = z.infer<typeof converseBody>
type Block = z.infer<typeof block>

const reasons = { calls: 'tool_use', end: 'end_turn', length: 'max_tokens', refusal: 'content_filtered' }

export type ConverseProvider = FakeProvider & {
  readonly url: string
  lastBody(): ConverseBody
  lastPath(): string
}

export async function startConverseProvider(): Promise<ConverseProvider> {
  let behaviour: Behaviour = { kind: 'stall' }
  let last: ConverseBody | null = null
  let path = ''
  let requests = 0
  const sessions = new Set<ServerHttp2Session>()

  const server = createServer(async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    requests += 1
    path = request.url
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const given = converseBody.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
    const trouble = given.success ? refusalOf(given.data) : z.prettifyError(given.error)
    if (trouble !== null) return sendError(response, 400, 'ValidationException', trouble)
    last = given.data ?? null
    respond(response, behaviour)
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lastBody = () => {
    if (last === null) throw new Error('nothing was received')
    return last
  }
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => {
      behaviour = next
    },
    lastBody,
    lastPath: () => path,
    received: () => receivedOf(lastBody()),
    receivedTools: () =>
      lastBody().toolConfig.tools.map(({ toolSpec: { name, description, inputSchema } }) => ({
        name,
        description,
        schema: inputSchema.json,
      })),
    requests: () => requests,
    close: () => {
      for (const session of sessions) session.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** What Bedrock refuses: roles that do not alternate, blank text, calls not answered at once and in full. */
function refusalOf({ messages }: ConverseBody): string | null {
  for (const [i, { role, content }] of messages.entries()) {
    if (role !== (i % 2 === 0 ? 'user' : 'assistant')) return 'roles must alternate'
    if (content.some(({ text }) => text?.trim() === '')) return 'text must not be blank'
    const asked = (messages[i - 1]?.content ?? []).flatMap(({ toolUse }) => toolUse?.toolUseId ?? [])
    const answered = content.flatMap(({ toolResult }) => toolResult?.toolUseId ?? [])
    if (role === 'user' && asked.toSorted().join() !== answered.toSorted().join()) return 'each call needs its result'
    const firstText = content.findIndex(({ text }) => text !== undefined)
    if (role === 'user' && firstText >= 0 && firstText < answered.length) return 'results must come first'
  }
  return messages.at(-1)?.role === 'user' ? null : 'the last message must be of the user'
}

function receivedOf({ system = [], messages }: ConverseBody): ReceivedMessage[] {
  const texts = (content: readonly Block[]) => content.flatMap(({ text }) => text ?? [])
  return [
    ...system.map(({ text }) => ({ role: 'system' as const, text })),
    ...messages.flatMap(({ role, content }): ReceivedMessage[] => {
      if (role === 'assistant') {
        const calls = content.flatMap(({ toolUse }) =>
          toolUse === undefined ? [] : [{ id: toolUse.toolUseId, name: toolUse.name, arguments: toolUse.input }],
        )
        return [{ role, text: texts(content).join('') || null, calls }]
      }
      const answers = content.flatMap(({ toolResult }) =>
        toolResult === undefined
          ? []
          : [{ id: toolResult.toolUseId, text: toolResult.content.map(({ text }) => text).join('') }],
      )
      return [
        ...(answers.length > 0 ? [{ role: 'answers' as const, answers }] : []),
        ...texts(content).map((text) => ({ role, text })),
      ]
    }),
  ]
}

function respond(response: Http2ServerResponse, behaviour: Behaviour): void {
  switch (behaviour.kind) {
    case 'answer':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answerBody(behaviour.answer)))
      break
    case 'error':
      sendError(response, behaviour.status, behaviour.code, 'Words of the provider.')
      break
    case 'body':
      response.writeHead(behaviour.status, { 'content-type': behaviour.type })
      response.end(behaviour.body)
      break
    case 'stall':
      break
    case 'stall-in-body':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"output":')
      break
    case 'hang-up':
      response.stream.session?.destroy()
      break
    case 'break-off':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"output":', () => response.stream.session?.destroy())
      break
  }
}

function sendError(response: Http2ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code })
  response.end(JSON.stringify({ message }))
}

function answerBody({ text, calls = [], reason }: ScriptedAnswer) {
  const content = [
    { reasoningContent: { reasoningText: { text: 'Hm.' } } },
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((c) => ({ toolUse: { toolUseId: c.id, name: c.name, input: c.arguments } })),
  ]
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: reasons[reason],
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  }
}
