// An OpenAI-compatible embedding endpoint, as Ollama, llama.cpp, vLLM and text-embeddings-inference have one.
import * as z from 'zod'
import { createHttpTransport } from '../../../../lib/knowledge/http-transport.ts'
import { messageOf } from '../../../../lib/text/message-of.ts'
import { ServiceError } from '../service-error.ts'
import { type Embedder, unitVector, type Vector } from './embedder.ts'

/** Of one request: texts, and bytes of its answer, by text: room for 8,192 numbers. */
const batchTexts = 32
const answerBytes = 262_144
const connectMs = 3000

const answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
})

/**
 * Vectors from `POST {url}/embeddings`, 32 texts a request, one after the other. No key is sent: it is meant for a server on
 * the same machine.
 * @param url address up to and with `/v1`
 */
export function createHttpEmbedder({
  url,
  model,
  now,
}: {
  readonly url: string
  readonly model: string
  readonly now: () => number
}): Embedder {
  const transport = createHttpTransport({ now })
  const address = new URL(`${url.replace(/\/+$/, '')}/embeddings`)

  const ask = async (input: readonly string[], deadline: number): Promise<readonly Vector[]> => {
    const body = Buffer.from(JSON.stringify({ model, input, encoding_format: 'float' }))
    const outcome = await transport.send({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: [body],
      connection: 'fresh',
      connectMs,
      readMs: deadline - now(),
      deadline,
      maxBytes: answerBytes * input.length,
    })
    if (outcome.kind !== 'reply') throw new Error(outcome.kind)
    if (outcome.status !== 200) throw new Error(`status ${outcome.status}`)
    return readVectors(outcome.body, input.length)
  }

  return {
    model,
    async embed(texts, budgetMs) {
      const deadline = now() + budgetMs
      const vectors: Vector[] = []
      try {
        for (let from = 0; from < texts.length; from += batchTexts) {
          vectors.push(...(await ask(texts.slice(from, from + batchTexts), deadline)))
        }
        if (new Set(vectors.map(({ length }) => length)).size > 1) throw new Error('vectors of several lengths')
        return vectors
      } catch (cause) {
        const message = 'The embedding model cannot be asked; try again later.'
        const reason = new Error(`the embedding service at ${address.host}: ${messageOf(cause)}`, { cause })
        throw new ServiceError('E_EMBEDDING_UNAVAILABLE', message, { cause: reason })
      }
    },
  }
}

/** @throws Error when it is not one usable vector for each of `count` texts */
function readVectors(body: Uint8Array, count: number): readonly Vector[] {
  const { data } = answer.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  const byIndex = new Map(data.map(({ index, embedding }) => [index, unitVector(embedding)]))
  return Array.from({ length: count }, (_, index) => {
    const vector = byIndex.get(index)
    if (vector === undefined || vector === null) throw new Error(`no vector for text ${index}`)
    return vector
  })
}
