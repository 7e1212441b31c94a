// What every failure of the service becomes (spec 01, "Errors").
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../../../../lib/contract/faults.ts'
import { everythingIn, faultOf } from '../fault-of.ts'
import {
  answer,
  type Behaviour,
  breakBeforeReply,
  breakMidReply,
  type HostileService,
  htmlPage,
  json,
  raw,
  refuse,
  stallBeforeHeaders,
  stallMidBody,
  startHostileService,
  trickle,
} from '../hostile-service.ts'
import { callOf } from '../test-call.ts'
import { noEvidenceReply, replyWith } from './search-reply-builder.ts'
import { ampleLimits, type CallName, callNames, callsOf, clientOf } from './test-client.ts'

let service: HostileService
beforeAll(async () => {
  service = await startHostileService()
})
afterAll(() => service.close())

/** A reply that every call can take. */
const goodForAll = { hits: [], doc_id: 'a', chunk_count: 1, task_id: 't', state: 'pending', status: 'ok' }

async function faultAfter(name: CallName, behaviour: Behaviour, readMs = 60_000) {
  service.behave(behaviour)
  const limits = { ...ampleLimits, searchMs: readMs, ingestMs: readMs, defaultMs: readMs }
  return faultOf(callsOf[name](clientOf(service.baseUrl, { limits })))
}

describe.each(callNames)('%s', (name) => {
  it.each([500, 501, 502, 503, 504, 599])('with status %d is E_KNOWLEDGE_UNAVAILABLE', async (status) => {
    expect((await faultAfter(name, refuse(status, 'E_INTERNAL'))).code).toBe('E_KNOWLEDGE_UNAVAILABLE')
  })

  it("with a proxy's HTML page goes by its status", async () => {
    const fault = await faultAfter(name, htmlPage(502))
    expect(fault).toMatchObject({
      code: 'E_KNOWLEDGE_UNAVAILABLE',
      context: { serviceStatus: 502, serviceCode: null, serviceMessage: null, serviceRequestId: null },
    })
  })

  it.each<[string, Behaviour]>([
    ['before the reply', breakBeforeReply],
    ['in the middle of it', breakMidReply],
  ])('whose connection breaks %s is E_KNOWLEDGE_UNAVAILABLE', async (_, behaviour) => {
    expect((await faultAfter(name, behaviour)).code).toBe('E_KNOWLEDGE_UNAVAILABLE')
  })

  it.each<[string, Behaviour]>([
    ['before the headers', stallBeforeHeaders],
    ['in the middle of the body', stallMidBody],
    ['never, but trickles on', trickle],
  ])('that stalls %s is E_KNOWLEDGE_TIMEOUT', async (_, behaviour) => {
    expect((await faultAfter(name, behaviour, 100)).code).toBe('E_KNOWLEDGE_TIMEOUT')
  })

  it.each<[string, Behaviour]>([
    ['no JSON', answer(200, '<html></html>')],
    ['nothing', answer(200, '')],
    ['204', answer(204, '')],
    ['JSON that breaks off', answer(200, '{"hits": [')],
    ['invalid UTF-8', answer(200, Buffer.from([0x22, 0xc3, 0x28, 0x22]))],
    ['the wrong type', json([])],
    ['null', json(null)],
    ['gzip, unasked', answer(200, Buffer.from([0x1f, 0x8b, 8, 0]), { 'content-encoding': 'gzip' })],
    ['an error that says 200', refuse(200, 'E_INTERNAL')],
    ['no HTTP', raw('220 smtp ready\r\n')],
    ['a redirect', json(goodForAll, 302, { location: '/api/v1/health' })],
    ['multiple choices', json(goodForAll, 300)],
    ['not modified', answer(304, '')],
    ['a 400', refuse(400, 'E_VALIDATION')],
  ])('that answers %s is E_KNOWLEDGE_BAD_RESPONSE', async (what, behaviour) => {
    const expected = name === 'ingest' && what === 'a 400' ? 'E_INGEST_REJECTED' : 'E_KNOWLEDGE_BAD_RESPONSE'
    // A list is not a reply of any call; a search's is judged by its adapter.
    if (name === 'search' && ['the wrong type', 'null'].includes(what)) return
    expect((await faultAfter(name, behaviour)).code).toBe(expected)
  })

  it('over 4 MiB is E_KNOWLEDGE_BAD_RESPONSE, and up to that an answer', async () => {
    const padded = (bytes: number) => answer(200, JSON.stringify(goodForAll).padEnd(bytes))
    expect((await faultAfter(name, padded(4 * 1024 * 1024 + 1))).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    service.behave(padded(4 * 1024 * 1024))
    await callsOf[name](clientOf(service.baseUrl))
  })
})

describe('a refusal by 4xx', () => {
  it.each([401, 403, 404, 405, 408, 409, 410, 413, 415, 418, 422, 429, 451])(
    '%d is E_KNOWLEDGE_BAD_RESPONSE, but where the table says otherwise',
    async (status) => {
      const otherwise: Partial<Record<CallName, Record<number, string>>> = {
        ingest: {
          408: 'E_KNOWLEDGE_UNAVAILABLE',
          409: 'E_REBUILD_IN_PROGRESS',
          413: 'E_PAYLOAD_TOO_LARGE',
          415: 'E_UNSUPPORTED_MEDIA_TYPE',
          429: 'E_KNOWLEDGE_UNAVAILABLE',
        },
        rebuild: { 409: 'E_REBUILD_IN_PROGRESS' },
        task: { 404: 'E_NOT_FOUND' },
      }
      for (const name of callNames) {
        const usual = name === 'ingest' ? 'E_INGEST_REJECTED' : 'E_KNOWLEDGE_BAD_RESPONSE'
        const { code } = await faultAfter(name, refuse(status, 'E_SOMETHING'))
        expect([name, code]).toEqual([name, otherwise[name]?.[status] ?? usual])
      }
    },
  )

  it("says the service's words in the context and the table's words in the message", async () => {
    const fault = await faultAfter('ingest', refuse(422, 'E_BAD_FRONT_MATTER', 'line 3 of /srv/x.md', 'svc-9'))
    expect(fault.message).toBe(faults.E_INGEST_REJECTED.message)
    expect(fault.details).toBeUndefined()
    expect(fault.context).toMatchObject({
      serviceStatus: 422,
      serviceCode: 'E_BAD_FRONT_MATTER',
      serviceMessage: 'line 3 of /srv/x.md',
      serviceRequestId: 'svc-9',
    })
  })

  it("keeps 500 characters of the service's words", async () => {
    const fault = await faultAfter('search', refuse(400, 'C'.repeat(600), 'm'.repeat(501)))
    expect(fault.context).toMatchObject({ serviceCode: 'C'.repeat(500), serviceMessage: 'm'.repeat(500) })
  })

  it('takes the request id of the header before the one in the body', async () => {
    const error = { code: 'E_VALIDATION', message: 'No.', request_id: 'svc-body' }
    const fault = await faultAfter('search', json({ error }, 400, { 'x-request-id': 'svc-header' }))
    expect(fault.context.serviceRequestId).toBe('svc-header')
  })
})

describe.each<[CallName, unknown[]]>([
  [
    'ingest',
    [
      {},
      ...['', 'a b/../c', 'a#chunk-1', '..', 'a'.repeat(301)].map((doc_id) => ({ doc_id, chunk_count: 1 })),
      { doc_id: 'a', chunk_count: '7' },
      { doc_id: 1, chunk_count: 7 },
    ],
  ],
  ['rebuild', [{}, { task_id: '' }, { task_id: 7 }]],
  ['task', [{}, { task_id: 't', state: 'sleeping' }, { task_id: 't', state: 'running', processed: -1 }]],
  ['health', [{}, { status: 'fine' }, { status: 'ok', probes: { milvus: { ok: 'yes' } } }]],
])('a reply of %s with wrong types', (name, replies) => {
  it.each(replies)('is E_KNOWLEDGE_BAD_RESPONSE: %j', async (reply) => {
    expect((await faultAfter(name, json(reply))).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })
})

it('a refused connection is E_KNOWLEDGE_UNAVAILABLE, with the reason for the log only', async () => {
  const gone = await startHostileService()
  await gone.close()
  for (const name of callNames) {
    const fault = await faultOf(callsOf[name](clientOf(gone.baseUrl)))
    expect(fault).toMatchObject({ code: 'E_KNOWLEDGE_UNAVAILABLE', cause: { code: 'ECONNREFUSED' } })
    expect(fault.message).toBe(faults.E_KNOWLEDGE_UNAVAILABLE.message)
  }
})

it('a search reply of any other shape is left to the adapter', async () => {
  for (const reply of [[], null, 'text', noEvidenceReply, replyWith({ error: null })]) {
    service.behave(json(reply))
    expect((await callsOf.search(clientOf(service.baseUrl))).body).toEqual(reply)
  }
})

describe('a credential', () => {
  const token = 'tok-5ecret-9f'
  const credential = async () => token
  const echo = refuse(401, `E_${token}`, `Bearer ${token} is unknown: ${token}`, `id-${token}`)

  it.each<[string, Behaviour]>([
    ['a refusal that echoes it', echo],
    ['an error that says 200 and echoes it', json({ error: { code: token, message: token } })],
    ['a header that echoes it', json({}, 403, { 'x-request-id': token })],
    ['no JSON that echoes it', answer(200, `{"token": "${token}" oops`, { 'x-request-id': token })],
    ['wrong types that echo it', json({ [token]: token, doc_id: [token], probes: { [token]: token } })],
    ['a broken connection', breakMidReply],
    ['no HTTP', raw(`${token}\r\n`)],
  ])('is in no fault after %s', async (_, behaviour) => {
    for (const name of callNames) {
      service.behave(behaviour)
      const attempts: unknown[] = []
      const client = clientOf(service.baseUrl, { credential, onAttempt: (attempt) => attempts.push(attempt) })
      const outcome = await callsOf[name](client).catch((error: unknown) => error)
      // Search gives any JSON to its adapter, so "wrong types" is an answer there.
      if (outcome instanceof Error) expect(everythingIn(await faultOf(Promise.reject(outcome)))).not.toContain(token)
      else expect(name).toBe('search')
      expect(JSON.stringify(attempts)).not.toContain(token)
    }
  })

  it('that is missing is E_KNOWLEDGE_UNAVAILABLE, and nothing is sent', async () => {
    const before = service.received.length
    const fault = await faultOf(
      callsOf.search(clientOf(service.baseUrl, { credential: () => Promise.reject(new Error('no secret')) })),
    )
    expect(fault.code).toBe('E_KNOWLEDGE_UNAVAILABLE')
    expect(service.received.length).toBe(before)
  })

  it('that never comes is E_KNOWLEDGE_TIMEOUT at the deadline', async () => {
    const client = clientOf(service.baseUrl, { credential: () => new Promise(() => {}) })
    const fault = await faultOf(callsOf.search(client, callOf({ deadline: Date.now() + 50 })))
    expect(fault.code).toBe('E_KNOWLEDGE_TIMEOUT')
  })

  it('that fits into no header is a Fault too', async () => {
    const client = clientOf(service.baseUrl, { credential: async () => 'tok\nen' })
    expect(everythingIn(await faultOf(callsOf.search(client)))).not.toContain('tok\\nen')
  })
})
