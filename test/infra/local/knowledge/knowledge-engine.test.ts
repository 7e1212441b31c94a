import { readdirSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SearchQuestion } from '../../../../infra/local/knowledge/answer-search.ts'
import { createCollection, indexStored } from '../../../../infra/local/knowledge/collection.ts'
import { noVectors } from '../../../../infra/local/knowledge/dense/embed-chunks.ts'
import { documentIdOf, sha256Of } from '../../../../infra/local/knowledge/document-id.ts'
import { openDocumentStore } from '../../../../infra/local/knowledge/document-store.ts'
import { ingestDocument, type Upload } from '../../../../infra/local/knowledge/ingest-document.ts'
import {
  type EngineOptions,
  type KnowledgeEngine,
  openKnowledgeEngine,
} from '../../../../infra/local/knowledge/knowledge-engine.ts'
import { readDocument } from '../../../../infra/local/knowledge/reading/read-document.ts'

const redis = '# Redis eviction\n\n## Steps\n\nRaise maxmemory when keys are evicted.'
const kafka = '# Kafka lag\n\n## Steps\n\nAdd consumers when the lag grows.'

const upload = (filename: string, text: string | Uint8Array, form: Partial<Upload> = {}): Upload => ({
  filename,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  category: null,
  kbScope: null,
  ...form,
})
const question = (query: string, rest: Partial<SearchQuestion> = {}): SearchQuestion => ({
  query,
  mode: 'hybrid',
  retrieve_k: 20,
  return_n: 20,
  max_chunks_per_document: 20,
  category: null,
  kb_scope: null,
  ...rest,
})
/** A promise with its resolver: holds a rebuild open without waiting for time. */
function latch() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

describe('knowledge engine', () => {
  let dataDir: string
  const engines: KnowledgeEngine[] = []
  const reported: string[] = []
  const open = async (options: Partial<EngineOptions> = {}) => {
    const engine = await openKnowledgeEngine({ dataDir, report: (event) => reported.push(event.event), ...options })
    engines.push(engine)
    return engine
  }
  const sourcesOf = async (engine: KnowledgeEngine, query: string, rest: Partial<SearchQuestion> = {}) =>
    (await engine.search(question(query, rest))).hits.map((hit) => hit.source)
  const until = async (engine: KnowledgeEngine, taskId: string) => {
    while (engine.task(taskId).finished_at === null) await new Promise((resolve) => setImmediate(resolve))
    return engine.task(taskId)
  }
  const filesIn = (folder: string, ending: string) =>
    readdirSync(join(dataDir, folder))
      .filter((file) => file.endsWith(ending))
      .map((file) => join(dataDir, folder, file))

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'knowledge-'))
    reported.length = 0
  })
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.close()))
    await rm(dataDir, { recursive: true, force: true })
  })

  describe('ingest', () => {
    it('answers with the id, the number of chunks, and that it is new', async () => {
      const engine = await open()
      expect(await engine.ingest(upload('Redis eviction.md', redis))).toMatchObject({
        docId: expect.stringMatching(/^redis-eviction-md-[0-9a-f]{8}$/),
        chunkCount: 1,
        unchanged: false,
      })
    })

    it('says unchanged for the same content under the same name, and keeps one document', async () => {
      const engine = await open()
      const first = await engine.ingest(upload('a.md', redis))
      expect(await engine.ingest(upload('a.md', redis))).toMatchObject({ docId: first.docId, unchanged: true })
      expect(await sourcesOf(engine, 'redis eviction')).toEqual(['a.md'])
    })

    it('makes another document of other content under the same name', async () => {
      const engine = await open()
      const first = await engine.ingest(upload('a.md', redis))
      const second = await engine.ingest(upload('a.md', kafka))
      expect(second.unchanged).toBe(false)
      expect(second.docId).not.toBe(first.docId)
    })

    it('keeps one document when the same upload arrives several times at once', async () => {
      const engine = await open()
      const answers = await Promise.all(Array.from({ length: 5 }, () => engine.ingest(upload('a.md', redis))))
      expect(answers.filter((answer) => !answer.unchanged)).toHaveLength(1)
      expect(filesIn('documents', '.json')).toHaveLength(1)
      expect(await sourcesOf(engine, 'redis eviction')).toEqual(['a.md'])
    })

    it('gives the same content in another category the new category, still as one unchanged document', async () => {
      const engine = await open()
      await engine.ingest(upload('a.md', redis, { category: 'cache' }))
      const again = await engine.ingest(upload('a.md', redis, { category: 'storage' }))
      expect(again.unchanged).toBe(true)
      expect(await sourcesOf(engine, 'redis eviction', { category: 'cache' })).toEqual([])
      expect(await sourcesOf(engine, 'redis eviction', { category: 'storage' })).toEqual(['a.md'])
      const restarted = await open()
      expect(await sourcesOf(restarted, 'redis eviction', { category: 'storage' })).toEqual(['a.md'])
    })

    it('takes the category of the front matter when the form says none, and tells of it; what the form says wins', async () => {
      const engine = await open()
      const own = await engine.ingest(upload('a.md', `---\ncategory: cache\n---\n${redis}`))
      const told = await engine.ingest(upload('b.md', `---\ncategory: cache\n---\n${kafka}`, { category: 'messaging' }))
      expect([own.ownCategory, told.ownCategory]).toEqual(['cache', null])
      expect(await sourcesOf(engine, 'redis eviction', { category: 'cache' })).toEqual(['a.md'])
      expect(await sourcesOf(engine, 'kafka lag', { category: 'messaging' })).toEqual(['b.md'])
    })

    it('lets a form that says default win too', async () => {
      const engine = await open()
      await engine.ingest(upload('a.md', `---\ncategory: cache\n---\n${redis}`, { category: 'default' }))
      expect(await sourcesOf(engine, 'redis eviction', { category: 'default' })).toEqual(['a.md'])
      expect(await sourcesOf(engine, 'redis eviction', { category: 'cache' })).toEqual([])
    })

    it('uses the category default when nobody names one', async () => {
      const engine = await open()
      await engine.ingest(upload('a.md', redis))
      expect(await sourcesOf(engine, 'redis eviction', { category: 'default' })).toEqual(['a.md'])
    })

    it.each(['a.pdf', 'a.docx', 'a', 'a.md.exe', '.md'])('refuses %s by its extension', async (name) => {
      const engine = await open()
      await expect(engine.ingest(upload(name, redis))).rejects.toMatchObject({
        code: 'E_UNSUPPORTED_MEDIA_TYPE',
        status: 415,
      })
    })

    it.each(['a.md', 'a.MARKDOWN', 'a.txt', 'a.html', 'a.htm'])('takes %s', async (name) => {
      const engine = await open()
      expect((await engine.ingest(upload(name, redis))).chunkCount).toBeGreaterThan(0)
    })

    it('refuses an empty file', async () => {
      const engine = await open()
      await expect(engine.ingest(upload('a.md', ''))).rejects.toMatchObject({ code: 'E_VALIDATION', status: 400 })
    })

    it('writes only below its own folder, under names of its own making', async () => {
      const engine = await open()
      await engine.ingest(upload('../../../evil/网关 #1?.md', redis))
      expect(
        readdirSync(join(dataDir, 'documents')).every((file) => /^[0-9a-f]{40}\.(json|original)$/.test(file)),
      ).toBe(true)
      expect(readdirSync(dataDir).sort()).toEqual(['documents', 'tasks'])
    })

    it('gives other content a longer id when its short one is taken', async () => {
      const sha256 = sha256Of(Buffer.from(redis))
      const taken = documentIdOf('a.md', sha256)
      const collection = createCollection()
      const description = { filename: 'a.md', category: 'default', kb_scope: null, sha256: 'other', ingested_at: '' }
      await collection.put({ version: 1, doc_id: taken, ...description }, readDocument(Buffer.from(kafka), 'markdown'))
      const store = await openDocumentStore(dataDir, () => undefined)
      const ingested = await ingestDocument(upload('a.md', redis), {
        store,
        collection,
        embed: noVectors,
        now: () => 0,
      })
      expect(ingested).toMatchObject({ docId: documentIdOf('a.md', sha256, { long: true }), unchanged: false })
    })

    it('keeps the original byte for byte', async () => {
      const engine = await open()
      const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('# A\r\n\r\nbody \u0000 end')])
      await engine.ingest(upload('a.md', bytes))
      expect(filesIn('documents', '.original').map((file) => readFileSync(file))).toEqual([bytes])
    })
  })

  describe('search', () => {
    it('answers in the shape of the API', async () => {
      const engine = await open()
      const { docId } = await engine.ingest(
        upload('redis.md', `---\ntitle: Redis keys disappear\n---\n${redis}`, { category: 'cache' }),
      )
      const reply = await engine.search(question('redis eviction', { category: 'cache' }))
      expect(reply).toEqual({
        query: 'redis eviction',
        mode: 'hybrid',
        hits: [
          {
            evidence_key: `${docId}#chunk-0`,
            document_id: docId,
            source: 'redis.md',
            title: 'Redis keys disappear',
            breadcrumb: 'Redis keys disappear > Steps',
            excerpt: redis,
            quality_score: expect.closeTo(0.9, 0),
            relevance_level: 'PRECISE',
          },
        ],
        relevance_level: 'PRECISE',
        evidence_status: 'supported',
        retrieval_trace: {
          mode: 'hybrid',
          filters: { category: 'cache' },
          recall_count: 1,
          rerank_model: 'embedded/term-coverage-2',
          no_evidence_basis: null,
        },
      })
      const score = reply.hits[0]?.quality_score ?? 0
      expect(Math.round(score * 10_000) / 10_000).toBe(score)
    })

    it('says that there is no evidence, and whether nothing was found or nothing was good enough', async () => {
      const engine = await open()
      expect(await engine.search(question('redis'))).toMatchObject({
        hits: [],
        evidence_status: 'no_evidence',
        relevance_level: null,
        retrieval_trace: { recall_count: 0, no_evidence_basis: 'no_candidates' },
      })
      await engine.ingest(upload('redis.md', redis))
      expect(await engine.search(question('steps to bake sourdough bread with seeds'))).toMatchObject({
        hits: [],
        evidence_status: 'no_evidence',
        retrieval_trace: { no_evidence_basis: 'below_threshold' },
      })
    })

    it('does not take front matter for evidence', async () => {
      const engine = await open()
      const matter =
        'title: MongoDB sharding\nsummary: MongoDB sharding balancer\nkeywords: [mongodb, sharding]\nbreadcrumb: MongoDB sharding'
      await engine.ingest(upload('decoy.md', `---\n${matter}\n---\n# Office plants\n\nWater them on Mondays.`))
      expect((await engine.search(question('MongoDB sharding'))).evidence_status).toBe('no_evidence')
    })

    it('takes source, title and breadcrumb from the front matter, else from the body, else from the name', async () => {
      const engine = await open()
      await engine.ingest(upload('a.md', `---\nsource: S\ntitle: T\nbreadcrumb: Root > T\n---\n${redis}`))
      await engine.ingest(upload('b.md', kafka))
      await engine.ingest(upload('c.txt', 'Elasticsearch shards unassigned'))
      const [first] = (await engine.search(question('redis eviction'))).hits
      expect([first?.source, first?.title, first?.breadcrumb]).toEqual(['S', 'T', 'Root > T > Steps'])
      const [second] = (await engine.search(question('kafka lag'))).hits
      expect([second?.source, second?.title, second?.breadcrumb]).toEqual(['b.md', 'Kafka lag', 'Kafka lag > Steps'])
      const [third] = (await engine.search(question('elasticsearch shards unassigned'))).hits
      expect([third?.source, third?.title, third?.breadcrumb]).toEqual(['c.txt', 'c.txt', 'c.txt'])
    })

    it('keeps scopes apart in both directions, also for the same document', async () => {
      const engine = await open()
      const plain = await engine.ingest(upload('a.md', redis))
      const scoped = await engine.ingest(upload('a.md', redis, { kbScope: 'rag-eval' }))
      await engine.ingest(upload('b.md', `---\nkb_scope: rag-eval\n---\n${kafka}`))
      expect(scoped).toMatchObject({ docId: plain.docId, unchanged: false })
      expect(await sourcesOf(engine, 'kafka lag')).toEqual([])
      expect(await sourcesOf(engine, 'kafka lag', { kb_scope: 'rag-eval' })).toEqual(['b.md'])
      expect(await sourcesOf(engine, 'redis eviction')).toEqual(['a.md'])
      expect(await sourcesOf(engine, 'redis eviction', { kb_scope: 'rag-eval' })).toEqual(['a.md'])
      expect(await sourcesOf(engine, 'redis eviction', { kb_scope: 'other' })).toEqual([])
      const restarted = await open()
      expect(await sourcesOf(restarted, 'redis eviction')).toEqual(['a.md'])
      expect(await sourcesOf(restarted, 'redis eviction', { kb_scope: 'rag-eval' })).toEqual(['a.md'])
    })

    it('lets the scope of the form win over the one of the front matter', async () => {
      const engine = await open()
      await engine.ingest(upload('b.md', `---\nkb_scope: rag-eval\n---\n${kafka}`, { kbScope: 'drill' }))
      expect(await sourcesOf(engine, 'kafka lag', { kb_scope: 'rag-eval' })).toEqual([])
      expect(await sourcesOf(engine, 'kafka lag', { kb_scope: 'drill' })).toEqual(['b.md'])
    })

    it('keeps to retrieve_k, return_n and the chunks of one document', async () => {
      const engine = await open()
      const sections = ['Symptoms', 'Checks', 'Steps', 'Rollback'].map((name) => `## ${name}\n\nredis eviction ${name}`)
      await engine.ingest(upload('a.md', `# Redis eviction\n\nredis eviction\n\n${sections.join('\n\n')}`))
      await engine.ingest(upload('b.md', '# Redis eviction again\n\nredis eviction'))
      const all = (await engine.search(question('redis eviction'))).hits
      expect(all).toHaveLength(6)
      expect((await engine.search(question('redis eviction', { return_n: 2 }))).hits).toEqual(all.slice(0, 2))
      const capped = (await engine.search(question('redis eviction', { max_chunks_per_document: 1 }))).hits
      expect(new Set(capped.map((hit) => hit.document_id)).size).toBe(capped.length)
      expect(capped).toHaveLength(2)
      const few = await engine.search(question('redis eviction', { retrieve_k: 3 }))
      expect([few.hits.length, few.retrieval_trace.recall_count]).toEqual([3, 3])
    })

    it('gives the hits in the order of their scores, each with the grade of its own score', async () => {
      const engine = await open()
      await engine.ingest(upload('a.md', redis))
      await engine.ingest(upload('b.md', '# Cache\n\nSometimes redis evicted a key of ours.'))
      await engine.ingest(
        upload('c.md', '# Backups\n\nredis backup each night with eviction windows and other words entirely.'),
      )
      const hits = (await engine.search(question('redis keys evicted maxmemory'))).hits
      expect(hits.length).toBeGreaterThan(1)
      for (const [at, hit] of hits.entries()) {
        expect(hit.quality_score).toBeLessThanOrEqual(hits[at - 1]?.quality_score ?? 1)
        expect(hit.quality_score).toBeGreaterThanOrEqual(0.35)
        const grade = hit.quality_score >= 0.75 ? 'PRECISE' : hit.quality_score >= 0.5 ? 'REFERENCE' : null
        expect(hit.relevance_level).toBe(grade)
      }
    })
  })

  it('goes on answering while a large document is taken in, which is found when it is whole', async () => {
    const engine = await open()
    await engine.ingest(upload('redis.md', redis))
    const lines = Array.from({ length: 3000 }, (_, n) => `ERROR ${n}: kafka lag of partition ${n} grows`)
    let done = false
    const ingesting = engine.ingest(upload('large.txt', lines.join('\n'))).finally(() => {
      done = true
    })
    let answers = 0
    while (!done) {
      expect(await sourcesOf(engine, 'redis eviction')).toEqual(['redis.md'])
      const found = (await sourcesOf(engine, 'kafka lag')).length > 0
      await new Promise((resolve) => setImmediate(resolve))
      if (!done) expect(found).toBe(false)
      answers += 1
    }
    expect(answers).toBeGreaterThan(5)
    expect(await ingesting).toMatchObject({ unchanged: false })
    expect(await sourcesOf(engine, 'kafka lag')).toContain('large.txt')
  })

  describe('restart', () => {
    it('has all documents again, with the same keys', async () => {
      const first = await open()
      await first.ingest(upload('redis.md', redis, { category: 'cache', kbScope: 'x' }))
      await first.ingest(upload('网关.md', '# 网关超时\n\n检查上游服务。'))
      const before = (await first.search(question('网关超时'))).hits
      await first.close()
      const second = await open()
      expect((await second.search(question('网关超时'))).hits).toEqual(before)
      expect(await sourcesOf(second, 'redis eviction', { category: 'cache', kb_scope: 'x' })).toEqual(['redis.md'])
      expect(await second.ingest(upload('网关.md', '# 网关超时\n\n检查上游服务。'))).toMatchObject({ unchanged: true })
    })

    it('skips and reports files that are damaged, half written or not its own', async () => {
      const first = await open()
      await first.ingest(upload('kafka.md', kafka))
      const kept = filesIn('documents', '.json')
      await first.ingest(upload('redis.md', redis))
      const [description] = filesIn('documents', '.json').filter((file) => !kept.includes(file))
      truncateSync(description ?? '', 20)
      writeFileSync(join(dataDir, 'documents', 'half.original'), 'no description yet')
      writeFileSync(join(dataDir, 'documents', 'x.json.123'), '{"version"')
      writeFileSync(join(dataDir, 'documents', 'y.json'), '{"version": 2}')
      const second = await open()
      expect(reported).toEqual(['file_skipped', 'file_skipped'])
      expect(await sourcesOf(second, 'kafka lag')).toEqual(['kafka.md'])
      expect(await sourcesOf(second, 'redis eviction')).toEqual([])
      expect(await second.ingest(upload('redis.md', redis))).toMatchObject({ unchanged: false })
      expect(await sourcesOf(second, 'redis eviction')).toEqual(['redis.md'])
    })

    it('does not index an original that is not the one that was described', async () => {
      const first = await open()
      await first.ingest(upload('redis.md', redis))
      for (const file of filesIn('documents', '.original')) writeFileSync(file, kafka)
      const second = await open()
      expect(reported).toEqual(['file_skipped'])
      expect(await sourcesOf(second, 'kafka lag')).toEqual([])
    })
  })

  it('refuses a document that cannot be read in its time, keeps nothing of it, and takes the next one', async () => {
    const engine = await open({ readBudgetMs: 200 })
    const endless = engine.ingest(upload('endless.html', '<div>'.repeat(800_000)))
    const next = engine.ingest(upload('redis.md', redis))
    await expect(endless).rejects.toMatchObject({ code: 'E_PAYLOAD_TOO_LARGE', status: 413 })
    expect((await next).chunkCount).toBe(1)
    expect(filesIn('documents', '.original')).toHaveLength(1)
  })

  it('refuses a document of which it would index only a part, and says where the bound is; keeps nothing of it', async () => {
    const engine = await open()
    const sections = (count: number) => Array.from({ length: count }, (_, n) => `# Part ${n}\n\nzebra`).join('\n\n')
    await expect(engine.ingest(upload('long.md', sections(2001)))).rejects.toMatchObject({
      code: 'E_PAYLOAD_TOO_LARGE',
      status: 413,
      message: expect.stringMatching(/2000 chunks, about 1 MB of text.*split it/),
    })
    expect(filesIn('documents', '.original')).toHaveLength(0)
    expect(await engine.ingest(upload('full.md', sections(2000)))).toMatchObject({ chunkCount: 2000, warnings: [] })
  })

  it('still indexes what it can of a longer one that an earlier version has taken', async () => {
    const collection = createCollection()
    const bytes = Buffer.from(Array.from({ length: 2001 }, (_, n) => `# Part ${n}\n\nzebra`).join('\n\n'))
    const document = {
      version: 1,
      doc_id: 'long',
      filename: 'long.md',
      category: 'default',
      kb_scope: null,
      sha256: sha256Of(bytes),
      ingested_at: new Date(0).toISOString(),
    } as const
    expect(await indexStored(collection, document, bytes)).toEqual([expect.stringContaining('2000')])
    expect(collection.chunkCount).toBe(2000)
  })

  it('indexes a stored document that cannot be read in its time as one without text', async () => {
    const collection = createCollection()
    const bytes = Buffer.from('<div>'.repeat(800_000))
    const document = {
      version: 1,
      doc_id: 'endless',
      filename: 'endless.html',
      category: 'default',
      kb_scope: null,
      sha256: sha256Of(bytes),
      ingested_at: new Date(0).toISOString(),
    } as const
    expect(await indexStored(collection, document, bytes, noVectors, 200)).toEqual([
      expect.stringContaining('cannot be read'),
    ])
    expect([collection.documentCount, collection.chunkCount]).toEqual([1, 0])
  })

  describe('rebuild', () => {
    it('indexes the stored files anew and says how far it got', async () => {
      const engine = await open({ now: () => Date.UTC(2026, 10, 30) })
      await engine.ingest(upload('redis.md', redis))
      await engine.ingest(upload('kafka.md', kafka))
      const taskId = await engine.rebuild()
      expect(await until(engine, taskId)).toEqual({
        task_id: taskId,
        state: 'succeeded',
        processed: 2,
        total: 2,
        started_at: '2026-11-30T00:00:00.000Z',
        finished_at: '2026-11-30T00:00:00.000Z',
        error: null,
      })
      expect(await sourcesOf(engine, 'redis eviction')).toEqual(['redis.md'])
    })

    it('answers searches from the old index while it runs, refuses ingests and a second rebuild, and then takes them', async () => {
      const reached = latch()
      const held = latch()
      const engine = await open({
        rebuildGate: () => {
          reached.open()
          return held.opened
        },
      })
      await engine.ingest(upload('redis.md', redis))
      for (const file of filesIn('documents', '.json')) unlinkSync(file)
      await engine.ingest(upload('kafka.md', kafka))
      const taskId = await engine.rebuild()
      await reached.opened
      expect(engine.task(taskId)).toMatchObject({ state: 'running', processed: 1, total: 1, finished_at: null })
      expect(await sourcesOf(engine, 'redis eviction')).toEqual(['redis.md'])
      await expect(engine.ingest(upload('new.md', '# New'))).rejects.toMatchObject({
        code: 'E_REBUILD_IN_PROGRESS',
        status: 409,
      })
      await expect(engine.rebuild()).rejects.toMatchObject({ code: 'E_REBUILD_IN_PROGRESS', status: 409 })
      held.open()
      await until(engine, taskId)
      expect(await sourcesOf(engine, 'redis eviction')).toEqual([])
      expect(await sourcesOf(engine, 'kafka lag')).toEqual(['kafka.md'])
      expect(await engine.ingest(upload('new.md', '# New'))).toMatchObject({ unchanged: false })
    })

    it('loses no ingest that was accepted before it began', async () => {
      const engine = await open()
      const ingests = Array.from({ length: 20 }, (_, n) =>
        engine.ingest(upload(`lag-${n}.md`, `# Kafka lag\n\nnumber ${n}`)),
      )
      const taskId = await engine.rebuild()
      await Promise.all(ingests)
      expect(await until(engine, taskId)).toMatchObject({ state: 'succeeded', processed: 20, total: 20 })
      expect(new Set(await sourcesOf(engine, 'kafka lag')).size).toBe(20)
    })

    it('has failed, after a restart, when the process ended under it', async () => {
      const reached = latch()
      const first = await open({
        rebuildGate: () => {
          reached.open()
          return new Promise(() => undefined)
        },
      })
      await first.ingest(upload('redis.md', redis))
      const taskId = await first.rebuild()
      await reached.opened
      const second = await open()
      expect(second.task(taskId)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('stopped'),
        finished_at: expect.any(String),
      })
      expect(await second.ingest(upload('kafka.md', kafka))).toMatchObject({ unchanged: false })
    })

    it('keeps finished tasks across restarts and knows no others', async () => {
      const first = await open()
      const taskId = await first.rebuild()
      const done = await until(first, taskId)
      await first.close()
      writeFileSync(join(dataDir, 'tasks', 'broken.json'), '{')
      const second = await open()
      expect(second.task(taskId)).toEqual(done)
      expect(() => second.task('broken')).toThrow(expect.objectContaining({ code: 'E_TASK_NOT_FOUND', status: 404 }))
    })
  })

  it('is healthy while its folder can be used, and degraded when it is gone', async () => {
    const engine = await open()
    const probe = { ok: true, latency_ms: expect.any(Number) }
    expect(await engine.health()).toEqual({ status: 'ok', probes: { milvus: probe, embedding: probe, rerank: probe } })
    await rm(dataDir, { recursive: true })
    expect(await engine.health()).toMatchObject({
      status: 'degraded',
      probes: { milvus: { ok: false }, rerank: { ok: true } },
    })
  })
})
