// A model server as others are, over HTTP: texts that speak of the same matter in other words get vectors that are close.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'

/** Words of one matter share a direction. */
const matters = [
  ['throttled', 'slow', 'sluggish', 'crawls'],
  ['evicted', 'memory', 'squeezed', 'cache'],
  ['certificate', 'tls', 'handshake', 'expired'],
] as const
const dimensions = 32

const request = z.object({ model: z.string(), input: z.array(z.string()), encoding_format: z.literal('float') })
export type ModelRequest = z.infer<typeof request>

export type ModelServer = {
  /** Up to and with `/v1`. */
  readonly url: string
  readonly asked: ModelRequest[]
  /** What it answers from now on, instead of vectors. */
  answer: ((asked: ModelRequest) => { readonly status: number; readonly body: string } | 'nothing') | null
  readonly close: () => Promise<void>
}

export async function startModel(): Promise<ModelServer> {
  const server = createServer(async (message, response) => {
    const asked = request.parse(JSON.parse((await buffer(message)).toString()))
    model.asked.push(asked)
    const given = pathOf(message) === '/v1/embeddings' ? (model.answer?.(asked) ?? vectorsFor(asked)) : notFound
    if (given === 'nothing') return
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer: null,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return model
}

const notFound = { status: 404, body: '{}' }

const pathOf = ({ method, url }: IncomingMessage) => (method === 'POST' ? url : null)

export function vectorsFor({ input }: Pick<ModelRequest, 'input'>) {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embeddingOf(text) }))
  return { status: 200, body: JSON.stringify({ object: 'list', data: data.reverse(), usage: { total_tokens: 1 } }) }
}

/** Each word in the direction of its matter, or else in one of the others, by its letters. */
export function embeddingOf(text: string): number[] {
  const embedding = Array.from({ length: dimensions }, () => 0.01)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const matter = matters.findIndex((words) => (words as readonly string[]).includes(word))
    const letters = [...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
    const at = matter >= 0 ? matter : matters.length + (letters % (dimensions - matters.length))
    embedding[at] = (embedding[at] ?? 0) + (matter >= 0 ? 4 : 1)
  }
  return embedding
}
