// How often a failed call is repeated (spec 01, "Endpoints").
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpOutcome } from '../../../../lib/knowledge/http-transport.ts'
import { faultOf } from '../fault-of.ts'
import {
  type Behaviour,
  breakBeforeReply,
  breakMidReply,
  type HostileService,
  json,
  refuse,
  stallBeforeHeaders,
  startHostileService,
} from '../hostile-service.ts'
import { callOf } from '../test-call.ts'
import { noEvidenceReply, replyWith } from './search-reply-builder.ts'
import { ampleLimits, type CallName, callNames, callsOf, clientOf } from './test-client.ts'

let service: HostileService
beforeEach(async () => {
  service = await startHostileService()
})
afterEach(() => service.close())

const shortLimits = { ...ampleLimits, searchMs: 100, ingestMs: 100, defaultMs: 100 }

/** Requests that the service sees in all, by call. */
const tries: Record<string, Record<CallName, number>> = {
  broken: { search: 2, ingest: 2, rebuild: 1, task: 3, health: 1 },
  gateway: { search: 2, ingest: 1, rebuild: 1, task: 3, health: 1 },
  never: { search: 1, ingest: 1, rebuild: 1, task: 1, health: 1 },
  'nothing sent': { search: 2, ingest: 2, rebuild: 2, task: 3, health: 1 },
}

describe.each<[string, keyof typeof tries, Behaviour]>([
  ['a connection that breaks before the reply', 'broken', breakBeforeReply],
  ['a connection that breaks in the reply', 'broken', breakMidReply],
  ['a 502', 'gateway', refuse(502, 'E_X')],
  ['a 503', 'gateway', refuse(503, 'E_EMBEDDING_UNAVAILABLE')],
  ['a 504', 'gateway', refuse(504, 'E_X')],
  ['a 500', 'never', refuse(500, 'E_INTERNAL')],
  ['a 409', 'never', refuse(409, 'E_REBUILD_IN_PROGRESS')],
  ['a 408', 'never', refuse(408, 'E_X')],
  ['a 429', 'never', refuse(429, 'E_X')],
  ['a 400', 'never', refuse(400, 'E_VALIDATION')],
  ['no JSON', 'never', (response) => response.end('x')],
  ['an error that says 200', 'never', refuse(200, 'E_INTERNAL')],
  ['a passed read limit', 'never', stallBeforeHeaders],
])('after %s', (what, kind, behaviour) => {
  it.each(callNames)(`%s is tried as often as the table says (${kind})`, async (name) => {
    service.behave(behaviour)
    const limits = what === 'a passed read limit' ? shortLimits : ampleLimits
    await faultOf(callsOf[name](clientOf(service.baseUrl, { limits })))
    expect(service.received.length).toBe(tries[kind]?.[name])
  })
})

describe('with a transport that never gets through', () => {
  const triesOf = async (name: CallName, outcome: HttpOutcome) => {
    let sent = 0
    const transport = {
      send: async () => {
        sent += 1
        return outcome
      },
      close: () => {},
    }
    await faultOf(callsOf[name](clientOf('http://127.0.0.1:9', { transport })))
    return sent
  }

  it.each(callNames)('%s is repeated where nothing was sent, a rebuild too', async (name) => {
    const outcome = { kind: 'connection-failed', connected: false, cause: new Error('refused') } as const
    expect(await triesOf(name, outcome)).toBe(tries['nothing sent']?.[name])
  })

  it.each(callNames)('%s is not repeated after the connect limit: the caller waited for it once', async (name) => {
    expect(await triesOf(name, { kind: 'timeout', limit: 'connect' })).toBe(1)
  })
})

it('a rebuild is not repeated when its connection stood and was closed before a byte came back', async () => {
  let connections = 0
  const slammer = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => slammer.listen(0, '127.0.0.1', resolve))
  const address = slammer.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  await faultOf(callsOf.rebuild(clientOf(`http://127.0.0.1:${address.port}`)))
  expect(connections).toBe(1)
  slammer.close()
})

describe('a retry that succeeds', () => {
  it('gives its answer', async () => {
    service.behave(refuse(503, 'E_RERANK_UNAVAILABLE'), json(replyWith()))
    expect((await callsOf.search(clientOf(service.baseUrl))).body).toEqual(replyWith())
  })

  it('sends the same request under the same request id', async () => {
    service.behave(breakBeforeReply, json({ doc_id: 'a', chunk_count: 1 }))
    await callsOf.ingest(clientOf(service.baseUrl), callOf({ requestId: 'req-7' }))
    const [first, second] = service.received
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
    expect(service.received.map(({ headers }) => headers['x-request-id'])).toEqual(['req-7', 'req-7'])
  })

  it('is the second one of a task', async () => {
    service.behave(refuse(502, 'E_X'), breakBeforeReply, json({ task_id: 'task-1', state: 'running' }))
    expect(await callsOf.task(clientOf(service.baseUrl))).toMatchObject({ state: 'running' })
  })

  it('makes up for kept connections that the service has closed unnoticed', async () => {
    const client = clientOf(service.baseUrl)
    const waiting: (() => void)[] = []
    service.behave((response) => {
      waiting.push(() => response.end(JSON.stringify(noEvidenceReply)))
      if (waiting.length === 2) for (const end of waiting) end()
    })
    await Promise.all([callsOf.search(client), callsOf.search(client)])
    expect(service.connections()).toBe(2)
    service.behave((response, { connection }) => {
      if (connection <= 2) response.socket?.destroy()
      else response.end(JSON.stringify(replyWith()))
    })
    expect((await callsOf.search(client)).body).toEqual(replyWith())
  })
})

it.each(['rebuild', 'health'] as const)(
  '%s, which is not repeated, does not depend on a kept connection',
  async (name) => {
    const client = clientOf(service.baseUrl)
    service.behave(json({}))
    await callsOf.search(client)
    service.behave((response, { connection }) => {
      if (connection === 1) response.socket?.destroy()
      else response.end(JSON.stringify({ task_id: 't', status: 'ok' }))
    })
    await callsOf[name](client)
  },
)

it('"no evidence" is an answer and is not repeated', async () => {
  service.behave(json(noEvidenceReply))
  await callsOf.search(clientOf(service.baseUrl))
  expect(service.received).toHaveLength(1)
})

describe('the deadline', () => {
  it('that leaves no room lets no retry start, and the fault comes at once', async () => {
    service.behave(refuse(503, 'E_X'))
    // The clock stands still, so that a busy machine does not decide.
    const client = clientOf(service.baseUrl, { now: () => 1_000_000 })
    const fault = await faultOf(callsOf.search(client, callOf({ deadline: 1_000_000 + 399 })))
    expect(fault.code).toBe('E_KNOWLEDGE_UNAVAILABLE')
    expect(service.received).toHaveLength(1)
  })

  it('that leaves room for the longest delay and a useful attempt lets one start', async () => {
    service.behave(refuse(503, 'E_X'))
    const client = clientOf(service.baseUrl, { now: () => 1_000_000 })
    await faultOf(callsOf.search(client, callOf({ deadline: 1_000_000 + 30_000 })))
    expect(service.received).toHaveLength(2)
  })

  it('is looked at again before each retry', async () => {
    let time = 1_000_000
    service.behave((response, request) => {
      time += 1000
      refuse(503, 'E_X')(response, request)
    })
    const client = clientOf(service.baseUrl, { now: () => time })
    await faultOf(callsOf.task(client, callOf({ deadline: time + 2300 })))
    expect(service.received).toHaveLength(2)
  })

  it('that has passed lets nothing be sent', async () => {
    const fault = await faultOf(callsOf.search(clientOf(service.baseUrl), callOf({ deadline: Date.now() - 1 })))
    expect(fault.code).toBe('E_KNOWLEDGE_TIMEOUT')
    expect(service.received).toHaveLength(0)
  })

  it('bounds a call before its own limit does', async () => {
    service.behave(stallBeforeHeaders)
    const fault = await faultOf(callsOf.ingest(clientOf(service.baseUrl), callOf({ deadline: Date.now() + 100 })))
    expect(fault).toMatchObject({ code: 'E_KNOWLEDGE_TIMEOUT', context: { limit: 'deadline' } })
  })
})
