import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../../infra/local/free-port.ts'
import { createHttpEmbedder } from '../../../../../infra/local/knowledge/dense/http-embedder.ts'
import { embeddingOf, type ModelServer, startModel, vectorsFor } from './start-model.ts'

describe('vectors over HTTP', () => {
  let model: ModelServer
  beforeEach(async () => {
    model = await startModel()
  })
  afterEach(() => model.close())
  const embedder = (url = model.url) => createHttpEmbedder({ url, model: 'small-1', now: Date.now })
  const unavailable = expect.objectContaining({ code: 'E_EMBEDDING_UNAVAILABLE', status: 503 })

  it('asks for all texts by the model name and gives one vector each, in their order, whatever order they came in', async () => {
    const texts = ['the cache is full', 'tls handshake', 'nothing of both']
    const vectors = await embedder().embed(texts, 5000)
    expect(model.asked).toEqual([{ model: 'small-1', input: texts, encoding_format: 'float' }])
    for (const [at, text] of texts.entries()) {
      const raw = embeddingOf(text)
      const length = Math.hypot(...raw)
      for (const [axis, value] of raw.entries()) expect(vectors[at]?.[axis]).toBeCloseTo(value / length, 5)
    }
  })

  it('gives vectors of length 1, so that a dot product is a cosine', async () => {
    const [vector] = await embedder().embed(['slow disk'], 5000)
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
  })

  it('takes an address that ends in a slash', async () => {
    expect(await embedder(`${model.url}/`).embed(['a'], 5000)).toHaveLength(1)
  })

  it('asks in parts of 32 texts', async () => {
    const texts = Array.from({ length: 70 }, (_, n) => `text ${n}`)
    expect(await embedder().embed(texts, 5000)).toHaveLength(70)
    expect(model.asked.map(({ input }) => input.length)).toEqual([32, 32, 6])
    expect(model.asked.flatMap(({ input }) => input)).toEqual(texts)
  })

  it('asks nothing for no texts', async () => {
    expect(await embedder().embed([], 5000)).toEqual([])
    expect(model.asked).toEqual([])
  })

  it.each([
    ['an error status', 500, '{}'],
    ['an HTML page', 200, '<html>'],
    ['no data', 200, '{}'],
    ['fewer vectors than texts', 200, JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] })],
    ['a vector without a direction', 200, vectorsOf([1, 0], [0, 0])],
    ['a vector that is empty', 200, vectorsOf([1, 0], [])],
    ['a value that is no number', 200, '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":["1"]}]}'],
    ['a value beyond all numbers', 200, '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1e999]}]}'],
    ['vectors of two lengths', 200, vectorsOf([1, 0], [1, 0, 0])],
    [
      'an index that is not asked for',
      200,
      JSON.stringify({
        data: [
          { index: 0, embedding: [1] },
          { index: 2, embedding: [1] },
        ],
      }),
    ],
  ])('is E_EMBEDDING_UNAVAILABLE for %s, and says nothing of what came', async (_what, status, body) => {
    model.answer = () => ({ status, body })
    const failure = await embedder()
      .embed(['a', 'b'], 5000)
      .catch((error: unknown) => error)
    expect(failure).toEqual(unavailable)
    expect(String(failure)).not.toContain('html')
    expect(failure).toHaveProperty('cause')
  })

  it('is E_EMBEDDING_UNAVAILABLE when nobody listens, and when no answer comes in time', async () => {
    await expect(embedder(`http://127.0.0.1:${await freePort()}/v1`).embed(['a'], 5000)).rejects.toEqual(unavailable)
    model.answer = () => 'nothing'
    await expect(embedder().embed(['a'], 50)).rejects.toEqual(unavailable)
  })

  it('has one time for all parts together', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `text ${n}`)
    let time = 0
    model.answer = (asked) => {
      time += 600
      return vectorsFor(asked)
    }
    const slow = createHttpEmbedder({ url: model.url, model: 'm', now: () => time })
    await expect(slow.embed(texts, 500)).rejects.toEqual(unavailable)
    expect(model.asked).toHaveLength(1)
  })
})

function vectorsOf(...embeddings: readonly (readonly number[])[]): string {
  return JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) })
}
