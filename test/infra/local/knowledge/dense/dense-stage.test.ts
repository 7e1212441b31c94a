// The embedded service with a model, over HTTP on both sides.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createHttpEmbedder } from '../../../../../infra/local/knowledge/dense/http-embedder.ts'
import { type KnowledgeService, startKnowledgeService } from '../../../../../infra/local/knowledge/server.ts'
import { embeddingOf, type ModelRequest, type ModelServer, startModel } from './start-model.ts'

const reply = z.looseObject({
  evidence_status: z.string(),
  hits: z.array(
    z.looseObject({ source: z.string(), quality_score: z.number(), relevance_level: z.string().nullable() }),
  ),
  retrieval_trace: z.looseObject({ rerank_model: z.string() }),
})

/** Speaks of it in words that the question has not. */
const throttling = '# Throttled containers\n\nThe kernel has throttled the pod: raise its limit.'
const question = 'everything crawls'

/** Each about something of its own, so that something can stand out. */
const others =
  'apple bridge candle desert engine forest garden harbour island jacket kettle ladder meadow needle orchard pencil quarry ribbon saddle timber'
    .split(' ')
    .map((word) => ({ name: `${word}.md`, text: `# ${word}\n\nThe ${word} stands near the ${word} gate.` }))

describe('the dense stage', () => {
  let dataDir: string
  let model: ModelServer
  const services: KnowledgeService[] = []
  const reported: { event: string; reason: string }[] = []

  const start = async (withModel = true) => {
    const embedder = createHttpEmbedder({ url: model.url, model: 'small-1', now: Date.now })
    const service = await startKnowledgeService({
      dataDir,
      report: (event) => reported.push(event),
      ...(withModel ? { embedder } : {}),
    })
    services.push(service)
    return service
  }
  const stop = async (service: KnowledgeService) => {
    services.splice(services.indexOf(service), 1)
    await service.close()
  }
  const json = async (response: Response) => ({ status: response.status, body: (await response.json()) as unknown })
  const ingest = async ({ url }: KnowledgeService, name: string, text: string) => {
    const form = new FormData()
    form.set('file', new Blob([text]), name)
    return json(await fetch(`${url}/api/v1/documents:ingest`, { method: 'POST', body: form }))
  }
  const ask = async ({ url }: KnowledgeService, body: object) =>
    json(
      await fetch(`${url}/api/v1/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const search = async (service: KnowledgeService, query: string, rest: object = {}) =>
    reply.parse((await ask(service, { query, ...rest })).body)
  const fill = async (service: KnowledgeService) => {
    for (const { name, text } of others) await ingest(service, name, text)
    await ingest(service, 'throttling.md', throttling)
  }
  const rebuild = async ({ url }: KnowledgeService) => {
    const started = await json(await fetch(`${url}/api/v1/collections:rebuild?confirm=REBUILD`, { method: 'POST' }))
    const { task_id } = z.object({ task_id: z.string() }).parse(started.body)
    for (;;) {
      const task = z
        .looseObject({ state: z.string(), error: z.string().nullable() })
        .parse((await json(await fetch(`${url}/api/v1/tasks/${task_id}`))).body)
      if (task.state !== 'running') return task
    }
  }
  const down = () => {
    model.answer = () => ({ status: 500, body: '{"error":"out of memory at 0x1f"}' })
  }
  const up = () => {
    model.answer = null
  }
  const unavailable = { status: 503, body: { error: expect.objectContaining({ code: 'E_EMBEDDING_UNAVAILABLE' }) } }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'dense-stage-'))
    model = await startModel()
    reported.length = 0
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()))
    await model.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('finds a text that shares no word with the question, as weak evidence; without a model nothing is found', async () => {
    const service = await start()
    await fill(service)
    const [first] = (await search(service, question)).hits
    expect(first).toMatchObject({ source: 'throttling.md', relevance_level: null })
    await stop(service)
    expect((await search(await start(false), question)).evidence_status).toBe('no_evidence')
  })

  it('says in the trace which model took part', async () => {
    const service = await start()
    expect((await search(service, question)).retrieval_trace.rerank_model).toMatch(/^embedded\/[\w-]+\+small-1$/)
    await stop(service)
    expect((await search(await start(false), question)).retrieval_trace.rerank_model).not.toContain('small-1')
  })

  it('recalls by meaning alone in semantic mode', async () => {
    const service = await start()
    await fill(service)
    const { hits } = await search(service, question, { mode: 'semantic' })
    expect(hits[0]?.source).toBe('throttling.md')
  })

  it('keeps to the scope and the category that are asked for', async () => {
    const service = await start()
    await fill(service)
    expect((await search(service, question, { kb_scope: 'drill' })).hits).toEqual([])
    expect((await search(service, question, { category: 'network' })).hits).toEqual([])
  })

  it('refuses an ingest while the model is down, keeps nothing of it, and takes it later', async () => {
    const service = await start()
    down()
    expect(await ingest(service, 'throttling.md', throttling)).toEqual(unavailable)
    up()
    expect(await rebuild(service)).toMatchObject({ state: 'succeeded' })
    expect((await search(service, 'throttled containers')).hits).toEqual([])
    expect(await ingest(service, 'throttling.md', throttling)).toMatchObject({
      status: 200,
      body: { unchanged: false },
    })
    expect((await search(service, 'throttled containers')).hits).toHaveLength(1)
  })

  it('refuses a search while the model is down, tells the operator why, and nobody else', async () => {
    const service = await start()
    down()
    const refused = await ask(service, { query: question })
    expect(refused).toEqual(unavailable)
    expect(JSON.stringify(refused)).not.toContain('500')
    expect(reported).toContainEqual(
      expect.objectContaining({
        event: 'request_failed',
        reason: expect.stringMatching(/embedding service at 127\.0\.0\.1:\d+: status 500/),
      }),
    )
  })

  it('is degraded, by its embedding probe, while the model is down', async () => {
    const service = await start()
    const health = async () => (await json(await fetch(`${service.url}/api/v1/health`))).body
    expect(await health()).toMatchObject({ status: 'ok', probes: { embedding: { ok: true } } })
    down()
    expect(await health()).toMatchObject({
      status: 'degraded',
      probes: { embedding: { ok: false }, rerank: { ok: true } },
    })
  })

  it('asks the model for no text twice: not after a restart, not in a rebuild', async () => {
    const first = await start()
    await fill(first)
    await stop(first)
    model.asked.length = 0
    const second = await start()
    expect(await rebuild(second)).toMatchObject({ state: 'succeeded' })
    // Each asks for one word of its own, to know how long vectors are today.
    expect(new Set(model.asked.flatMap(({ input }) => input))).toEqual(new Set(['gateway timeout']))
    expect((await search(second, question)).hits[0]?.source).toBe('throttling.md')
  })

  it('gives documents that were taken in without a model their vectors at the next start', async () => {
    const without = await start(false)
    await fill(without)
    await stop(without)
    expect((await search(await start(), question)).hits[0]?.source).toBe('throttling.md')
  })

  it('starts while the model is down, says so once, and a rebuild makes up for it', async () => {
    const without = await start(false)
    await fill(without)
    await stop(without)
    down()
    const service = await start()
    expect(reported.map(({ event }) => event)).toEqual(['model_failed'])
    expect(await rebuild(service)).toMatchObject({ state: 'failed', error: expect.stringContaining('model') })
    up()
    expect((await search(service, 'throttled containers')).hits[0]?.source).toBe('throttling.md')
    expect((await search(service, question)).hits).toEqual([])
    expect(await rebuild(service)).toMatchObject({ state: 'succeeded', error: null })
    expect((await search(service, question)).hits[0]?.source).toBe('throttling.md')
  })

  it('goes on with the vectors on disk when the model is down at a start', async () => {
    const first = await start()
    await fill(first)
    await stop(first)
    down()
    const second = await start()
    expect(reported.map(({ event }) => event)).toEqual(['model_failed'])
    up()
    expect((await search(second, question)).hits[0]?.source).toBe('throttling.md')
  })

  it('refuses to search when the model gives vectors of another length, until a rebuild', async () => {
    const service = await start()
    await fill(service)
    const shorter = ({ input }: ModelRequest) => {
      const data = input.map((text, index) => ({ index, embedding: embeddingOf(text).slice(0, 30) }))
      return { status: 200, body: JSON.stringify({ data }) }
    }
    model.answer = shorter
    expect(await ask(service, { query: question })).toEqual(unavailable)
    expect(await rebuild(service)).toMatchObject({ state: 'succeeded' })
    expect((await search(service, question)).hits[0]?.source).toBe('throttling.md')
    await stop(service)
    model.answer = null
    expect((await search(await start(), question)).hits[0]?.source).toBe('throttling.md')
  })

  it('takes a document in with the vectors of today, though an earlier try left some of another model', async () => {
    const service = await start()
    await fill(service)
    const long = `# Long\n\n${Array.from({ length: 20 }, (_, n) => `## Part ${n}\n\nThe part number ${n} is about timber.`).join('\n\n')}`
    const shorter = (broken: boolean) => (asked: ModelRequest) => {
      if (broken && asked.input.some((text) => text.includes('number 19'))) return { status: 500, body: '{}' }
      const data = asked.input.map((text, index) => ({ index, embedding: embeddingOf(text).slice(0, 30) }))
      return { status: 200, body: JSON.stringify({ data }) }
    }
    model.answer = shorter(true)
    expect(await ingest(service, 'long.md', long)).toEqual(unavailable)
    up()
    expect(await ingest(service, 'long.md', long)).toMatchObject({ status: 200 })
    expect((await search(service, question)).hits[0]?.source).toBe('throttling.md')
  })
})
