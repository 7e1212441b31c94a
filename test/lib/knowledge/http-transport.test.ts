import { connect, createServer, type Server } from 'node:net'
import * as tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../lib/contract/limits.ts'
import { createHttpTransport, type HttpExchange, type HttpTransport } from '../../../lib/knowledge/http-transport.ts'
import {
  answer,
  type Behaviour,
  breakBeforeReply,
  breakMidReply,
  flood,
  type HostileService,
  json,
  raw,
  stallBeforeHeaders,
  stallMidBody,
  startHostileService,
  trickle,
} from './hostile-service.ts'
import { loopbackCertificate } from './loopback-certificate.ts'

const mebibyte = 1024 * 1024
let service: HostileService
let transport: HttpTransport

beforeEach(async () => {
  service = await startHostileService()
  transport = createHttpTransport({ now: Date.now })
})
afterEach(async () => {
  transport.close()
  await service.close()
})

function exchange(changes: Partial<HttpExchange> = {}): HttpExchange {
  return {
    method: 'GET',
    url: new URL(service.baseUrl),
    headers: {},
    body: null,
    connection: 'kept',
    connectMs: 10_000,
    readMs: 10_000,
    deadline: Date.now() + 20_000,
    maxBytes: limits.knowledge.responseBytes,
    ...changes,
  }
}

/** The outcome, and how long it took in ms. */
async function timed(changes: Partial<HttpExchange>) {
  const startedAt = performance.now()
  const outcome = await transport.send(exchange(changes))
  return { outcome, took: performance.now() - startedAt }
}

/** A timer may fire a little early against another clock; late is what a busy machine does. */
const early = 5

describe('the read limit', () => {
  it.each<[string, Behaviour]>([
    ['nothing comes', stallBeforeHeaders],
    ['the body stalls', stallMidBody],
    ['the body trickles for ever', trickle],
  ])('ends a call in which %s', async (_, behaviour) => {
    service.behave(behaviour)
    const { outcome, took } = await timed({ readMs: 200 })
    expect(outcome).toEqual({ kind: 'timeout', limit: 'read' })
    expect(took).toBeGreaterThanOrEqual(200 - early)
    expect(took).toBeLessThan(5000)
    await service.closed(1)
  })

  it('is not the connect limit: a slow answer may take longer than that', async () => {
    service.behave((response) => setTimeout(() => response.end('late'), 1100))
    expect((await timed({ connectMs: 800, readMs: 8000 })).outcome).toMatchObject({ kind: 'reply', status: 200 })
  })

  it('runs anew on a kept connection, and the connect limit not at all', async () => {
    service.behave(json({}))
    await transport.send(exchange())
    service.behave((response) => setTimeout(() => response.end('late'), 300))
    expect((await timed({ connectMs: 100, readMs: 8000 })).outcome).toMatchObject({ kind: 'reply' })
    expect(service.connections()).toBe(1)
  })
})

describe('the connect limit', () => {
  it('ends a TLS handshake that is never answered', async () => {
    const silent = createServer(() => {})
    const url = await addressOf(silent, 'https')
    const { outcome, took } = await timed({ url, connectMs: 200 })
    expect(outcome).toEqual({ kind: 'timeout', limit: 'connect' })
    expect(took).toBeGreaterThanOrEqual(200 - early)
    expect(took).toBeLessThan(5000)
    silent.close()
  })

  it.skipIf(process.platform !== 'linux')('ends a connection that a full backlog never accepts', async () => {
    // The worker listens and then blocks, so nobody accepts; the kernel takes two connections and drops the rest.
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
       const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
         parentPort.postMessage(server.address().port)
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
       })`,
      { eval: true },
    )
    const port = await new Promise<number>((resolve) => worker.once('message', resolve))
    const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    await Promise.all(fillers.slice(0, 2).map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    const { outcome, took } = await timed({ url: new URL(`http://127.0.0.1:${port}`), connectMs: 300 })
    expect(outcome).toEqual({ kind: 'timeout', limit: 'connect' })
    expect(took).toBeGreaterThanOrEqual(300 - early)
    expect(took).toBeLessThan(5000)
    for (const socket of fillers) socket.destroy()
    await worker.terminate()
  })
})

describe("the caller's deadline", () => {
  it('ends a call before its own limits do', async () => {
    service.behave(stallBeforeHeaders)
    const { outcome, took } = await timed({ deadline: Date.now() + 150 })
    expect(outcome).toEqual({ kind: 'timeout', limit: 'deadline' })
    expect(took).toBeLessThan(5000)
  })

  it('that has passed lets nothing be sent', async () => {
    expect((await timed({ deadline: Date.now() })).outcome).toEqual({ kind: 'timeout', limit: 'deadline' })
    expect(service.connections()).toBe(0)
  })

  it('that never comes leaves the limits as they are', async () => {
    service.behave(stallBeforeHeaders)
    const { outcome } = await timed({ deadline: Number.POSITIVE_INFINITY, readMs: 100 })
    expect(outcome).toEqual({ kind: 'timeout', limit: 'read' })
  })
})

describe('the bound on the body', () => {
  const length = (bytes: number, announced: boolean): Record<string, string> =>
    announced ? { 'content-length': String(bytes) } : {}

  it.each([true, false])('lets 4 MiB pass (length announced: %s)', async (announced) => {
    service.behave(answer(200, Buffer.alloc(4 * mebibyte, ' '), length(4 * mebibyte, announced)))
    const outcome = await transport.send(exchange())
    expect(outcome.kind === 'reply' && outcome.body.byteLength).toBe(4 * mebibyte)
  })

  it.each([true, false])('refuses one byte more (length announced: %s)', async (announced) => {
    service.behave(answer(200, Buffer.alloc(4 * mebibyte + 1, ' '), length(4 * mebibyte + 1, announced)))
    expect(await transport.send(exchange())).toEqual({ kind: 'unreadable', reason: 'too-large' })
  })

  it('does not wait for a body that is announced as too large', async () => {
    service.behave((response) => response.writeHead(200, length(4 * mebibyte + 1, true)).flushHeaders())
    expect(await transport.send(exchange())).toEqual({ kind: 'unreadable', reason: 'too-large' })
  })

  it.each([true, false])('hangs up early on 30 MB (length announced: %s)', async (announced) => {
    const { behaviour, sent } = flood(30_000_000, { announced })
    service.behave(behaviour)
    expect(await transport.send(exchange())).toEqual({ kind: 'unreadable', reason: 'too-large' })
    await service.closed(1)
    // What the kernel holds in between is bounded too; the point is that it is not 30 MB.
    expect(sent()).toBeLessThan(20_000_000)
    service.behave(json({}))
    await transport.send(exchange())
    expect(service.connections()).toBe(2)
  })
})

describe('a connection failure', () => {
  it('before a connection stands says that nothing was sent', async () => {
    const nobody = createServer()
    const url = await addressOf(nobody, 'http')
    await new Promise((resolve) => nobody.close(resolve))
    expect(await transport.send(exchange({ url }))).toMatchObject({ kind: 'connection-failed', connected: false })
  })

  it.each<[string, Behaviour]>([
    ['before the reply', breakBeforeReply],
    ['in the middle of the body', breakMidReply],
    ['in the middle of the headers', raw('HTTP/1.1 200 OK\r\nContent-Ty')],
    ['in the middle of a chunk', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n{"hits"')],
    [
      'by an upgrade that nobody asked for',
      raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
  ])('%s says that bytes may have been sent', async (_, behaviour) => {
    service.behave(behaviour)
    expect(await transport.send(exchange())).toMatchObject({ kind: 'connection-failed', connected: true })
  })

  it('is not what another protocol is', async () => {
    service.behave(raw('SSH-2.0-OpenSSH_9.2\r\n'))
    expect(await transport.send(exchange())).toEqual({ kind: 'unreadable', reason: 'not-http' })
  })
})

describe('kept connections', () => {
  it('are used again', async () => {
    service.behave(json({}))
    for (let n = 0; n < 5; n += 1) await transport.send(exchange())
    expect(service.connections()).toBe(1)
  })

  it('are left alone by a call that wants a fresh one', async () => {
    service.behave(json({}))
    await transport.send(exchange())
    await transport.send(exchange({ connection: 'fresh' }))
    await transport.send(exchange())
    expect(service.received.map(({ connection }) => connection)).toEqual([1, 2, 1])
  })

  it('are all dropped when one has gone stale, so that the next call does not meet another', async () => {
    const pending: (() => void)[] = []
    service.behave((response) => {
      pending.push(() => response.end('{}'))
      if (pending.length === 3) for (const end of pending) end()
    })
    await Promise.all([1, 2, 3].map(() => transport.send(exchange())))
    expect(service.connections()).toBe(3)
    service.behave((response, { connection }) => {
      if (connection <= 3) response.socket?.destroy()
      else response.end('{}')
    })
    expect(await transport.send(exchange())).toMatchObject({ kind: 'connection-failed', connected: true })
    expect(await transport.send(exchange())).toMatchObject({ kind: 'reply', status: 200 })
  })

  it('are not used again after a reply that came before the request was out', async () => {
    const refuseEarly: Behaviour = (response) => response.writeHead(413).end('{}')
    refuseEarly.early = true
    service.behave(refuseEarly, json({}))
    const body = [Buffer.alloc(16 * mebibyte)]
    const outcome = await transport.send(exchange({ method: 'POST', body }))
    expect(outcome).toMatchObject({ kind: 'reply', status: 413 })
    await service.closed(1)
    expect(await transport.send(exchange())).toMatchObject({ kind: 'reply', status: 200 })
  })
})

it('a body without a length ends with its connection', async () => {
  service.behave(raw('HTTP/1.1 200 OK\r\n\r\n{"hits": []}'))
  const outcome = await transport.send(exchange())
  expect(outcome.kind === 'reply' && Buffer.from(outcome.body).toString()).toBe('{"hits": []}')
})

describe('a request', () => {
  it('says its exact length and is not sent in chunks', async () => {
    service.behave(json({}))
    await transport.send(exchange({ method: 'POST', body: [Buffer.from('故'), Buffer.from('障!')] }))
    const [{ headers, body } = { headers: {}, body: null }] = service.received
    expect(headers['content-length']).toBe('7')
    expect(headers).not.toHaveProperty('transfer-encoding')
    expect(body?.toString()).toBe('故障!')
  })

  it('without a body says so: length 0 on POST, none on GET', async () => {
    service.behave(json({}))
    await transport.send(exchange({ method: 'POST' }))
    await transport.send(exchange({ method: 'GET' }))
    expect(service.received.map(({ headers }) => headers['content-length'])).toEqual(['0', undefined])
    expect(service.received.map(({ headers }) => headers['transfer-encoding'])).toEqual([undefined, undefined])
  })

  it('asks for no compression and follows no redirect', async () => {
    service.behave(answer(302, '', { location: '/elsewhere' }), json({}))
    expect(await transport.send(exchange())).toMatchObject({ kind: 'reply', status: 302 })
    expect(service.received).toHaveLength(1)
    expect(service.received[0]?.headers).not.toHaveProperty('accept-encoding')
  })
})

describe('over TLS', () => {
  const usual = tls.getCACertificates('default')
  let secure: HostileService
  beforeAll(async () => {
    secure = await startHostileService({ tls: true })
  })
  afterEach(() => tls.setDefaultCACertificates(usual))
  afterAll(() => secure.close())

  it('connections are kept', async () => {
    tls.setDefaultCACertificates([...usual, loopbackCertificate.cert])
    secure.behave(json({}))
    const url = new URL(secure.baseUrl)
    expect(await transport.send(exchange({ url }))).toMatchObject({ kind: 'reply', status: 200 })
    expect(await transport.send(exchange({ url }))).toMatchObject({ kind: 'reply', status: 200 })
    expect(secure.connections()).toBe(1)
  })

  it('a stalled answer meets the read limit: the connect limit ended with the handshake', async () => {
    tls.setDefaultCACertificates([...usual, loopbackCertificate.cert])
    secure.behave(stallBeforeHeaders)
    const outcome = await transport.send(exchange({ url: new URL(secure.baseUrl), readMs: 200 }))
    expect(outcome).toEqual({ kind: 'timeout', limit: 'read' })
  })

  it('a certificate that nobody vouches for is a connection failure in which nothing was sent', async () => {
    const outcome = await transport.send(exchange({ url: new URL(secure.baseUrl) }))
    expect(outcome).toMatchObject({ kind: 'connection-failed', connected: false })
  })

  it('a plain service is a connection failure', async () => {
    const url = new URL(service.baseUrl.replace('http:', 'https:'))
    expect(await transport.send(exchange({ url }))).toMatchObject({ kind: 'connection-failed', connected: false })
  })
})

async function addressOf(server: Server, protocol: 'http' | 'https'): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return new URL(`${protocol}://127.0.0.1:${address.port}`)
}
