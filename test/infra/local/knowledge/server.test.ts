import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KnowledgeService, startKnowledgeService } from '../../../../infra/local/knowledge/server.ts'
import {
  healthReply,
  ingestReply,
  rebuildReply,
  searchReply,
  taskReply,
} from '../../../../lib/contract/knowledge-api.ts'

const redis = '# Redis eviction\n\n## Steps\n\nRaise maxmemory when keys are evicted.'

describe('embedded knowledge service', () => {
  let dataDir: string
  let service: KnowledgeService
  let release: () => void
  const reported: unknown[] = []

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'knowledge-service-'))
    const gate = Promise.withResolvers<void>()
    release = gate.resolve
    service = await startKnowledgeService({
      dataDir,
      limits: { fileBytes: 200_000, jsonBytes: 50_000 },
      report: (event) => reported.push(event),
      rebuildGate: () => gate.promise,
    })
  })
  afterAll(async () => {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const call = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(`${service.url}${path}`, init)
    const text = await reply.text()
    return {
      status: reply.status,
      id: reply.headers.get('x-request-id'),
      body: JSON.parse(text) as Record<string, unknown>,
    }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const ingest = (filename: string, content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('file', new Blob([content]), filename)
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return call('/api/v1/documents:ingest', { method: 'POST', body: form })
  }
  const refused = (reply: Awaited<ReturnType<typeof call>>, status: number, code: string) => {
    expect(reply.status).toBe(status)
    expect(reply.body).toEqual({ error: { code, message: expect.stringMatching(/\S/), request_id: reply.id } })
    expect(reply.id).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  }

  it('listens on loopback, on a port of its own', () => {
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('ingests a multipart upload and finds it, in the shapes of the contract', async () => {
    const { status, body } = await ingest('redis eviction.md', redis, { category: 'cache' })
    expect([status, Object.keys(body).sort()]).toEqual([200, ['chunk_count', 'doc_id', 'unchanged']])
    const { doc_id: docId } = ingestReply.parse(body)
    expect(docId).toMatch(/^redis-eviction-md-[0-9a-f]{8}$/)
    const found = await post('/api/v1/search', {
      query: 'redis eviction',
      mode: 'hybrid',
      retrieve_k: 20,
      return_n: 20,
      max_chunks_per_document: 20,
      category: 'cache',
    })
    expect(found.status).toBe(200)
    expect(searchReply.parse(found.body).hits).toEqual([
      expect.objectContaining({ document_id: docId, source: 'redis eviction.md' }),
    ])
    expect((await ingest('redis eviction.md', redis, { category: 'cache' })).body).toMatchObject({
      doc_id: docId,
      unchanged: true,
    })
  })

  it('takes labels that stand before the file', async () => {
    const form = new FormData()
    form.set('kb_scope', 'drill')
    form.set('category', 'queue')
    form.set('file', new Blob(['# RabbitMQ backlog\n\nPurge nothing.']), 'rabbit.md')
    await call('/api/v1/documents:ingest', { method: 'POST', body: form })
    const search = (scope: object) => post('/api/v1/search', { query: 'RabbitMQ backlog', ...scope })
    expect((await search({ kb_scope: 'drill', category: 'queue' })).body.evidence_status).toBe('supported')
    expect((await search({})).body.evidence_status).toBe('no_evidence')
  })

  it.each(['网关 超时 "v2" 🙂.md', '日志清理.md', 'a b+c&d=e.md'])(
    'keeps the file name %s as the source',
    async (name) => {
      const word = `unique${[...name].length}x${Buffer.from(name).toString('hex').slice(-6)}`
      await ingest(name, `# ${word}\n\ntext`)
      const { body } = await post('/api/v1/search', { query: word })
      expect(body.hits).toEqual([expect.objectContaining({ source: name })])
    },
  )

  it('makes the id of the whole path that the caller names', async () => {
    expect((await ingest('teams/core/lag.md', '# Lag')).body.doc_id).toMatch(/^teams-core-lag-md-[0-9a-f]{8}$/)
  })

  it('fills in what a search leaves out and ignores what it does not know', async () => {
    const { status, body } = await post('/api/v1/search', { query: 'redis eviction', category: null, surprise: 1 })
    expect([status, body.mode, body.evidence_status]).toEqual([200, 'hybrid', 'supported'])
  })

  it('ignores a credential', async () => {
    expect((await post('/api/v1/search', { query: 'redis eviction' }, { authorization: 'Bearer x' })).status).toBe(200)
  })

  it('gives the request id of the caller back, and one of its own for none or a bad one', async () => {
    const given = (id: string) => call('/api/v1/health', { headers: { 'x-request-id': id } })
    expect((await given('req_1.A-9')).id).toBe('req_1.A-9')
    expect((await given('not valid')).id).toMatch(/^[0-9a-f-]{36}$/)
    expect((await given('x'.repeat(129))).id).toMatch(/^[0-9a-f-]{36}$/)
    expect((await call('/api/v1/health')).id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('reports its health', async () => {
    const { status, body } = await call('/api/v1/health')
    expect(status).toBe(200)
    expect(healthReply.parse(body).status).toBe('ok')
    expect(Object.keys(healthReply.parse(body).probes)).toEqual(['milvus', 'embedding', 'rerank'])
  })

  it.each([
    ['no query', {}],
    ['a blank query', { query: ' \n' }],
    ['a query of 4001 characters', { query: '网'.repeat(4001) }],
    ['a query that is no text', { query: 7 }],
    ['an unknown mode', { query: 'x', mode: 'dense' }],
    ['a count of 0', { query: 'x', retrieve_k: 0 }],
    ['a fraction', { query: 'x', return_n: 1.5 }],
    ['a list', []],
    ['broken JSON', '{"query": '],
    ['a key that would reach the prototype', '{"query": "x", "__proto__": {"mode": "dense"}}'],
    ['nothing', ''],
  ])('refuses a search with %s', async (_what, body) => {
    refused(await post('/api/v1/search', body), 400, 'E_VALIDATION')
  })

  it('answers a search that asks for more hits than it gives, as any setting of the product may (spec 08)', async () => {
    const query = 'redis eviction'
    const most = { retrieve_k: 999_999_999, return_n: 999_999_999, max_chunks_per_document: 999_999_999 }
    const { status, body } = await post('/api/v1/search', { query, ...most })
    expect([status, body.evidence_status]).toEqual([200, 'supported'])
  })

  it('takes whatever the product lets a category or a scope be', async () => {
    const category = '类'.repeat(500)
    expect((await ingest('labels.md', '# Zebra labels\n\nzebra', { category })).status).toBe(200)
    const found = await post('/api/v1/search', { query: 'zebra', category })
    expect([found.status, found.body.evidence_status]).toEqual([200, 'supported'])
    expect(await post('/api/v1/search', { query: 'zebra', kb_scope: 'x'.repeat(2000) })).toMatchObject({
      status: 200,
      body: { evidence_status: 'no_evidence' },
    })
  })

  it('tells the category that a document itself names, where nobody else has, and only there', async () => {
    const text = '---\ncategory: own\n---\n# Quagga\n\nquagga'
    const chosen = await ingest('chosen.md', text, { category: 'default' })
    expect(Object.keys(chosen.body).sort()).toEqual(['chunk_count', 'doc_id', 'unchanged'])
    for (const nobody of [{}, { category: 'default', category_is_default: 'true' }]) {
      expect(ingestReply.parse((await ingest('open.md', text, nobody)).body)).toMatchObject({ category: 'own' })
    }
    const of = async (category: string) => {
      const { hits } = searchReply.parse((await post('/api/v1/search', { query: 'quagga', category })).body)
      return hits.map((hit) => (hit as { source: string }).source)
    }
    expect([await of('default'), await of('own')]).toEqual([['chosen.md'], ['open.md']])
  })

  it('takes a query of 4000 characters', async () => {
    expect((await post('/api/v1/search', { query: '网'.repeat(4000) })).status).toBe(200)
  })

  it('refuses what is too large', async () => {
    refused(await post('/api/v1/search', { query: 'x'.repeat(60_000) }), 413, 'E_PAYLOAD_TOO_LARGE')
    refused(await ingest('big.md', 'x'.repeat(200_001)), 413, 'E_PAYLOAD_TOO_LARGE')
    refused(await ingest('bigger.md', 'x'.repeat(400_000)), 413, 'E_PAYLOAD_TOO_LARGE')
    expect((await ingest('fits.md', 'x '.repeat(100_000))).status).toBe(200)
  })

  it('refuses types that it does not take', async () => {
    refused(await ingest('a.pdf', '%PDF-1.7'), 415, 'E_UNSUPPORTED_MEDIA_TYPE')
    refused(await post('/api/v1/documents:ingest', {}), 415, 'E_UNSUPPORTED_MEDIA_TYPE')
    const csv = { method: 'POST', body: 'a,b', headers: { 'content-type': 'text/csv' } }
    refused(await call('/api/v1/search', csv), 415, 'E_UNSUPPORTED_MEDIA_TYPE')
  })

  it('refuses an upload without one named, filled file', async () => {
    refused(await ingest('empty.md', ''), 400, 'E_VALIDATION')
    const form = new FormData()
    form.set('category', 'x')
    refused(await call('/api/v1/documents:ingest', { method: 'POST', body: form }), 400, 'E_VALIDATION')
    form.append('file', new Blob(['a']), 'a.md')
    form.append('file', new Blob(['b']), 'b.md')
    refused(await call('/api/v1/documents:ingest', { method: 'POST', body: form }), 400, 'E_VALIDATION')
  })

  it('refuses a multipart body that breaks off or has no boundary', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nabc'
    for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data']) {
      const init = { method: 'POST', body: part, headers: { 'content-type': type } }
      refused(await call('/api/v1/documents:ingest', init), 400, 'E_VALIDATION')
    }
  })

  it('has the envelope also for addresses that it does not know or cannot read', async () => {
    refused(await call('/api/v1/nothing'), 404, 'E_NOT_FOUND')
    refused(await call('/api/v1/search'), 404, 'E_NOT_FOUND')
    refused(await call('/api/v1/tasks/%ZZ'), 400, 'E_VALIDATION')
    refused(await call('/api/v1/tasks/unknown'), 404, 'E_TASK_NOT_FOUND')
  })

  it('answers what is no HTTP with the envelope and hangs up', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let answer = ''
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    expect(await promise).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"E_VALIDATION"/)
  })

  it('rebuilds on confirmation only, one at a time, while searching goes on and ingesting waits', async () => {
    const path = '/api/v1/collections:rebuild'
    refused(await call(path, { method: 'POST' }), 400, 'E_CONFIRM_REQUIRED')
    refused(await call(`${path}?confirm=rebuild`, { method: 'POST' }), 400, 'E_CONFIRM_REQUIRED')
    await ingest('redis eviction.md', redis, { category: 'cache' })
    const started = await call(`${path}?confirm=REBUILD`, { method: 'POST' })
    expect(started.status).toBe(202)
    const { task_id: taskId } = rebuildReply.parse(started.body)
    refused(await call(`${path}?confirm=REBUILD`, { method: 'POST' }), 409, 'E_REBUILD_IN_PROGRESS')
    refused(await ingest('new.md', '# New'), 409, 'E_REBUILD_IN_PROGRESS')
    expect((await post('/api/v1/search', { query: 'redis eviction' })).body.evidence_status).toBe('supported')
    expect(taskReply.parse((await call(`/api/v1/tasks/${taskId}`)).body).state).toBe('running')
    release()
    let task = taskReply.parse((await call(`/api/v1/tasks/${taskId}`)).body)
    while (task.finished_at === null) task = taskReply.parse((await call(`/api/v1/tasks/${taskId}`)).body)
    expect(task).toMatchObject({ state: 'succeeded', error: null, processed: task.total })
    expect((await ingest('new.md', '# New')).status).toBe(200)
  })

  it('did not meet an error of its own in all this', () => {
    expect(reported).toEqual([])
  })
})

it('has its documents again after it was killed, whatever it was doing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'knowledge-kill-'))
  try {
    const { spawn } = await import('node:child_process')
    const server = new URL('../../../../infra/local/knowledge/server.ts', import.meta.url)
    const script = `import(${JSON.stringify(server.href)}).then(async (m) => {
      const { url } = await m.startKnowledgeService({ dataDir: ${JSON.stringify(dataDir)} })
      console.log(url)
    })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data) => resolve(String(data).trim())),
    )
    const answered: string[] = []
    const send = async (n: number) => {
      const form = new FormData()
      form.set('file', new Blob([`# Kafka lag\n\nnumber ${n} `.repeat(200)]), `lag-${n}.md`)
      const reply = await fetch(`${url}/api/v1/documents:ingest`, { method: 'POST', body: form })
      answered.push(ingestReply.parse(await reply.json()).doc_id)
      if (answered.length === 8) child.kill('SIGKILL')
    }
    await Promise.allSettled(Array.from({ length: 40 }, (_, n) => send(n)))
    expect(answered.length).toBeGreaterThanOrEqual(8)
    const restarted = await startKnowledgeService({ dataDir, report: () => undefined })
    try {
      const reply = await fetch(`${restarted.url}/api/v1/search`, {
        method: 'POST',
        body: JSON.stringify({ query: 'kafka lag', retrieve_k: 200, return_n: 200, max_chunks_per_document: 1 }),
        headers: { 'content-type': 'application/json' },
      })
      const { hits } = searchReply.parse(await reply.json())
      const found = new Set(hits.map((hit) => (hit as { document_id: string }).document_id))
      expect(answered.filter((docId) => !found.has(docId))).toEqual([])
    } finally {
      await restarted.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
