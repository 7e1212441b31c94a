import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Embedder, unitVector } from '../../../../../infra/local/knowledge/dense/embedder.ts'
import { openVectorCache } from '../../../../../infra/local/knowledge/dense/vector-cache.ts'
import { embeddingOf } from './start-model.ts'

describe('vector cache', () => {
  let folder: string
  const asked: string[][] = []
  let failAfter = Number.POSITIVE_INFINITY
  const model = (name: string): Embedder => ({
    model: name,
    async embed(texts) {
      if (asked.length >= failAfter) throw new Error('down')
      asked.push([...texts])
      return texts.map((text) => unitVector(embeddingOf(text)) ?? new Float32Array())
    },
  })
  const open = async (name = 'one', length: number | null = null) =>
    openVectorCache(join(folder, 'vectors'), model(name), Date.now, length)
  const files = () => readdirSync(join(folder, 'vectors')).map((file) => join(folder, 'vectors', file))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vectors-'))
    asked.length = 0
    failAfter = Number.POSITIVE_INFINITY
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const texts = Array.from({ length: 40 }, (_, n) => `text ${n} about the cache`)

  it('asks once for a text, also after a restart, and gives the same vectors', async () => {
    const first = await (await open()).embed(texts, 5000)
    expect(asked.flat()).toEqual(texts)
    asked.length = 0
    expect(await (await open()).embed(texts, 5000)).toEqual(first)
    expect(asked).toEqual([])
  })

  it('asks anew for another model and for other texts', async () => {
    await (await open()).embed(['a', 'b'], 5000)
    await (await open('two')).embed(['a', 'b'], 5000)
    await (await open()).embed(['a', 'c'], 5000)
    expect(asked).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'c'],
    ])
  })

  it('keeps what it got before a failure, so that the next attempt goes on from there', async () => {
    failAfter = 1
    const cache = await open()
    await expect(cache.embed(texts, 5000)).rejects.toThrow('down')
    const done = asked.flat()
    expect(done.length).toBeGreaterThan(0)
    failAfter = Number.POSITIVE_INFINITY
    asked.length = 0
    expect(await cache.embed(texts, 5000)).toHaveLength(40)
    expect([...done, ...asked.flat()]).toEqual(texts)
  })

  it.each([
    ['cut', (file: string) => truncateSync(file, 100)],
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['overwritten', (file: string) => writeFileSync(file, Buffer.alloc(readFileSync(file).length, 7))],
  ])('asks anew for a file that was %s', async (_how, damage) => {
    const good = await (await open()).embed(['a', 'b', 'c'], 5000)
    for (const file of files()) damage(file)
    expect(await (await open()).embed(['a', 'b', 'c'], 5000)).toEqual(good)
    expect(asked).toHaveLength(2)
  })

  it('asks anew for what was kept of vectors of another length', async () => {
    const [kept] = await (await open()).embed(['a'], 5000)
    asked.length = 0
    await (await open('one', kept?.length)).embed(['a'], 5000)
    expect(asked).toEqual([])
    await (await open('one', 3)).embed(['a'], 5000)
    expect(asked).toEqual([['a']])
  })

  it('refuses a document whose vectors are of two lengths, part of them from before', async () => {
    await (await open()).embed(texts.slice(0, 16), 5000)
    const shorter: Embedder = { model: 'one', embed: async (some) => some.map(() => new Float32Array([1, 0])) }
    const cache = openVectorCache(join(folder, 'vectors'), shorter, Date.now)
    await expect(cache.embed(texts, 5000)).rejects.toMatchObject({ code: 'E_EMBEDDING_UNAVAILABLE' })
  })

  it('gives vectors also where it cannot keep them', async () => {
    writeFileSync(join(folder, 'vectors'), 'a file in its place')
    expect(await (await open()).embed(texts, 5000)).toHaveLength(40)
  })
})
