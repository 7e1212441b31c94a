// What the client sends, and what it gives for replies that keep the contract (spec 01).
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceAttempt } from '../../../../lib/knowledge/send-attempt.ts'
import { faultOf } from '../fault-of.ts'
import { type HostileService, json, refuse, stallBeforeHeaders, startHostileService } from '../hostile-service.ts'
import { callOf } from '../test-call.ts'
import { replyWith } from './search-reply-builder.ts'
import { ampleLimits, type CallName, callNames, callsOf, clientOf, searchRequest } from './test-client.ts'

let service: HostileService
beforeEach(async () => {
  service = await startHostileService()
})
afterEach(() => service.close())

const replies: Record<CallName, unknown> = {
  search: replyWith(),
  ingest: { doc_id: 'a-md-34223174', chunk_count: 7, unchanged: false },
  rebuild: { task_id: 'task-1' },
  task: {
    task_id: 'task-1',
    state: 'running',
    processed: 3,
    total: 9,
    started_at: 'now',
    finished_at: null,
    error: null,
  },
  health: {
    status: 'degraded',
    probes: { milvus: { ok: true, latency_ms: 3 }, rerank: { ok: false, latency_ms: null } },
  },
}

async function sentBy(name: CallName, client = clientOf(service.baseUrl)) {
  service.behave(json(replies[name]))
  await callsOf[name](client)
  const [request] = service.received.slice(-1)
  if (request === undefined) throw new Error('nothing was sent')
  return request
}

describe('the address', () => {
  it.each<[CallName, string, string]>([
    ['search', 'POST', '/api/v1/search'],
    ['ingest', 'POST', '/api/v1/documents:ingest'],
    ['rebuild', 'POST', '/api/v1/collections:rebuild?confirm=REBUILD'],
    ['task', 'GET', '/api/v1/tasks/task-1'],
    ['health', 'GET', '/api/v1/health'],
  ])('of %s is %s %s', async (name, method, path) => {
    expect(await sentBy(name)).toMatchObject({ method, path })
  })

  it.each([
    ['', '/api/v1/health'],
    ['/', '/api/v1/health'],
    ['/rag', '/rag/api/v1/health'],
    ['/rag/v2//', '/rag/v2/api/v1/health'],
    ['/rag?x=1#y', '/rag/api/v1/health'],
  ])('starts with the base address %s', async (suffix, path) => {
    expect((await sentBy('health', clientOf(`${service.baseUrl}${suffix}`))).path).toBe(path)
  })

  it('does not carry a user or a password of the base address', async () => {
    const { headers } = await sentBy('health', clientOf(service.baseUrl.replace('//', '//user:pass@')))
    expect(headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['../health', '..%2Fhealth'],
    ['任务 1', '%E4%BB%BB%E5%8A%A1%201'],
    ['$&', '%24%26'],
    ['a\ud800', 'a%EF%BF%BD'],
  ])('of task %j has the id encoded', async (taskId, path) => {
    service.behave(json(replies.task))
    await clientOf(service.baseUrl).task(taskId, callOf())
    expect(service.received[0]?.path).toBe(`/api/v1/tasks/${path}`)
  })

  it.each(['', '.', '..'])('of task %j does not exist, so it is E_NOT_FOUND unasked', async (taskId) => {
    expect((await faultOf(clientOf(service.baseUrl).task(taskId, callOf()))).code).toBe('E_NOT_FOUND')
    expect(service.received).toHaveLength(0)
  })
})

describe('every request', () => {
  it.each(callNames)('of %s carries our request id, and no credential where none is configured', async (name) => {
    const { headers } = await sentBy(name)
    expect(headers['x-request-id']).toBe('req-1')
    expect(headers).not.toHaveProperty('authorization')
  })

  it.each(callNames)('of %s carries the credential as a bearer token', async (name) => {
    const { headers } = await sentBy(name, clientOf(service.baseUrl, { credential: async () => 'tok-1' }))
    expect(headers.authorization).toBe('Bearer tok-1')
  })

  it.each(['search', 'ingest', 'rebuild'] as const)(
    'of %s has an exact length, for services that take no chunks',
    async (name) => {
      const { headers, body } = await sentBy(name)
      expect(headers['content-length']).toBe(String(body.byteLength))
      expect(headers).not.toHaveProperty('transfer-encoding')
    },
  )

  it('of search is the JSON of the request', async () => {
    const { headers, body } = await sentBy('search')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body.toString())).toEqual(searchRequest)
  })

  it.each<[CallName, 'searchMs' | 'ingestMs' | 'defaultMs']>([
    ['search', 'searchMs'],
    ['ingest', 'ingestMs'],
    ['rebuild', 'defaultMs'],
    ['task', 'defaultMs'],
    ['health', 'defaultMs'],
  ])('of %s is bounded by %s', async (name, limit) => {
    service.behave(stallBeforeHeaders)
    const client = clientOf(service.baseUrl, { limits: { ...ampleLimits, [limit]: 80 } })
    const fault = await faultOf(callsOf[name](client))
    expect(fault).toMatchObject({ code: 'E_KNOWLEDGE_TIMEOUT', context: { limit: 'read' } })
  })
})

describe('connections', () => {
  it('are kept between calls of a client', async () => {
    const client = clientOf(service.baseUrl)
    for (const name of ['search', 'ingest', 'task', 'search'] as const) await sentBy(name, client)
    expect(service.connections()).toBe(1)
  })
})

describe('an ingest', () => {
  const everyByte = Buffer.concat([
    Buffer.from([0, 0x0d, 0x0a, 0x2d, 0x2d]),
    Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
  ])

  async function partsOf(document: {
    filename?: string
    category?: string | null
    kbScope?: string | null
  }): Promise<FormData> {
    service.behave(json(replies.ingest))
    const whole = { filename: 'a.pdf', bytes: everyByte, category: 'default', kbScope: null, ...document }
    await clientOf(service.baseUrl).ingest(whole, callOf())
    const request = service.received.at(-1)
    const headers = { 'content-type': request?.headers['content-type'] ?? '' }
    return new Response(Uint8Array.from(request?.body ?? []), { headers }).formData()
  }

  it('carries the bytes unchanged under their name and type', async () => {
    const file = (await partsOf({ filename: '故障手册（第2版）.pdf' })).get('file')
    if (!(file instanceof File)) throw new Error('no file')
    expect(file.name).toBe('故障手册（第2版）.pdf')
    expect(file.type).toBe('application/pdf')
    expect(sha256(await file.bytes())).toBe(sha256(everyByte))
  })

  it('carries the category default when nobody named one, and says so beside it (spec 01)', async () => {
    const parts = await partsOf({ category: null })
    expect([parts.get('category'), parts.get('category_is_default')]).toEqual(['default', 'true'])
    expect((await partsOf({ category: 'default' })).get('category_is_default')).toBeNull()
  })

  it('carries the category, and the scope only when there is one', async () => {
    expect([...(await partsOf({ category: 'gateway' })).keys()].sort()).toEqual(['category', 'file'])
    const scoped = await partsOf({ category: 'gateway', kbScope: 'rag-eval' })
    expect([scoped.get('category'), scoped.get('kb_scope')]).toEqual(['gateway', 'rag-eval'])
  })
})

describe('a reply that keeps the contract', () => {
  it('is given as it is', async () => {
    const client = clientOf(service.baseUrl)
    service.behave(json(replies.search), ...callNames.slice(1).map((name) => json(replies[name])))
    for (const name of callNames) {
      const given = await callsOf[name](client)
      expect(name === 'search' ? given : { body: given }).toMatchObject({ body: replies[name] })
    }
  })

  it('may be any 2xx', async () => {
    service.behave(json(replies.rebuild, 202))
    expect(await callsOf.rebuild(clientOf(service.baseUrl))).toMatchObject({ task_id: 'task-1' })
  })

  it('may leave out what has a default', async () => {
    const client = clientOf(service.baseUrl)
    service.behave(
      json({ doc_id: 'a', chunk_count: 0 }),
      json({ task_id: 't', state: 'pending' }),
      json({ status: 'down' }),
    )
    expect(await callsOf.ingest(client)).toMatchObject({ unchanged: false })
    expect(await callsOf.task(client)).toMatchObject({ processed: null, total: null, error: null })
    expect(await callsOf.health(client)).toEqual({ status: 'down', probes: {} })
  })

  it.each(['网关-超时-md-34223174', 'été_01.md-34223174', '𠀀'.repeat(120), 'a'.repeat(300)])(
    'may name a document %s',
    async (doc_id) => {
      service.behave(json({ doc_id, chunk_count: 1 }))
      expect(await callsOf.ingest(clientOf(service.baseUrl))).toMatchObject({ doc_id })
    },
  )

  it("gives the service's request id", async () => {
    service.behave(json(replies.search, 200, { 'x-request-id': 'svc-42' }), json(replies.search))
    const client = clientOf(service.baseUrl)
    expect((await callsOf.search(client)).serviceRequestId).toBe('svc-42')
    expect((await callsOf.search(client)).serviceRequestId).toBeNull()
  })
})

it("tells of each attempt, the service's request id beside ours", async () => {
  const attempts: ServiceAttempt[] = []
  service.behave(refuse(503, 'E_X', 'No.', 'svc-1'), json(replies.search, 200, { 'x-request-id': 'svc-2' }))
  await callsOf.search(clientOf(service.baseUrl, { onAttempt: (attempt) => attempts.push(attempt) }))
  const common = {
    service: 'py-rag',
    call: 'search',
    method: 'POST',
    url: `${service.baseUrl}/api/v1/search`,
    requestId: 'req-1',
    outcome: 'reply',
    startedAt: expect.any(Number),
    durationMs: expect.any(Number),
  }
  expect(attempts).toEqual([
    { ...common, attempt: 1, serviceRequestId: 'svc-1', status: 503 },
    { ...common, attempt: 2, serviceRequestId: 'svc-2', status: 200 },
  ])
})

it('tells no user, password or query of an address', async () => {
  const attempts: ServiceAttempt[] = []
  service.behave(json(replies.rebuild))
  const secretive = new URL(service.baseUrl)
  secretive.username = 'user'
  secretive.password = 'secret'
  await callsOf.rebuild(clientOf(`${secretive.href}?key=secret`, { onAttempt: (attempt) => attempts.push(attempt) }))
  expect(attempts[0]?.url).toBe(`${new URL(service.baseUrl).origin}/api/v1/collections:rebuild`)
})

it('asks for the credential once a call, not once an attempt', async () => {
  let asked = 0
  const credential = async () => {
    asked += 1
    return 'tok-1'
  }
  service.behave(refuse(503, 'E_X'), json(replies.search))
  await callsOf.search(clientOf(service.baseUrl, { credential }))
  expect(asked).toBe(1)
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
