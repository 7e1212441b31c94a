// Which setting bounds what: the limit to connect is kept apart from the limits to read (spec 01, "Endpoints").
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { environmentOf, readEnvironment } from '../../../../lib/contract/settings.ts'
import type { HttpExchange } from '../../../../lib/knowledge/http-transport.ts'
import { openPyRag, pyRagSettings } from '../../../../lib/knowledge/py-rag/open-py-rag.ts'
import { faultOf } from '../fault-of.ts'
import { stallBeforeHeaders, startHostileService } from '../hostile-service.ts'
import { callOf } from '../test-call.ts'
import { type CallName, callsOf, clientOf } from './test-client.ts'

const settings = (environment: Readonly<Record<string, string>>) =>
  readEnvironment(environmentOf(...pyRagSettings), environment)
const ample = {
  PYRAG_CONNECT_TIMEOUT_MS: '60000',
  PYRAG_SEARCH_TIMEOUT_MS: '60000',
  PYRAG_INGEST_TIMEOUT_MS: '60000',
  PYRAG_DEFAULT_TIMEOUT_MS: '60000',
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Takes connections and never says a word: no TLS connection stands. */
async function muteAddress(): Promise<string> {
  const sockets = new Set<{ destroy: () => void }>()
  const server: Server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(resolve)
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `https://127.0.0.1:${address.port}`
}

it('has 3 s to connect, 5 s to search, 30 s to ingest and 10 s for everything else by default', () => {
  expect(settings({})).toMatchObject({
    PYRAG_CONNECT_TIMEOUT_MS: 3000,
    PYRAG_SEARCH_TIMEOUT_MS: 5000,
    PYRAG_INGEST_TIMEOUT_MS: 30_000,
    PYRAG_DEFAULT_TIMEOUT_MS: 10_000,
  })
})

it.each<[CallName, number]>([
  ['search', 5000],
  ['ingest', 30_000],
  ['rebuild', 10_000],
  ['task', 10_000],
  ['health', 10_000],
])('%s connects within 3,000 ms and is read within %d ms', async (name, readMs) => {
  const sent: HttpExchange[] = []
  const transport = {
    send: async (exchange: HttpExchange) => {
      sent.push(exchange)
      return { kind: 'timeout', limit: 'connect' } as const
    },
    close: () => {},
  }
  const limits = { connectMs: 3000, searchMs: 5000, ingestMs: 30_000, defaultMs: 10_000 }
  await faultOf(callsOf[name](clientOf('http://127.0.0.1:9', { transport, limits })))
  expect(sent).toMatchObject([{ connectMs: 3000, readMs }])
})

describe('a service that takes connections and no more', () => {
  it.each<CallName>(['search', 'ingest', 'task', 'health'])(
    'is given up by %s after PYRAG_CONNECT_TIMEOUT_MS',
    async (name) => {
      const environment = { ...ample, PYRAG_BASE_URL: await muteAddress(), PYRAG_CONNECT_TIMEOUT_MS: '120' }
      const call = callOf({ deadline: Date.now() + 5000 })
      expect(
        await faultOf(
          callsOf[name](
            openPyRag(settings(environment), () => {}),
            call,
          ),
        ),
      ).toMatchObject({
        code: 'E_KNOWLEDGE_TIMEOUT',
        context: { limit: 'connect' },
      })
    },
  )

  it('is not given up after the limit to read, which has not begun', async () => {
    const short = { ...ample, PYRAG_SEARCH_TIMEOUT_MS: '60', PYRAG_DEFAULT_TIMEOUT_MS: '60' }
    const environment = { ...short, PYRAG_BASE_URL: await muteAddress() }
    const call = callOf({ deadline: Date.now() + 400 })
    expect(
      await faultOf(
        callsOf.search(
          openPyRag(settings(environment), () => {}),
          call,
        ),
      ),
    ).toMatchObject({
      context: { limit: 'deadline' },
    })
  })
})

it.each<[CallName, string]>([
  ['search', 'PYRAG_SEARCH_TIMEOUT_MS'],
  ['ingest', 'PYRAG_INGEST_TIMEOUT_MS'],
  ['rebuild', 'PYRAG_DEFAULT_TIMEOUT_MS'],
  ['task', 'PYRAG_DEFAULT_TIMEOUT_MS'],
  ['health', 'PYRAG_DEFAULT_TIMEOUT_MS'],
])('a silent service is given up by %s after %s', async (name, variable) => {
  const service = await startHostileService()
  closers.push(() => service.close())
  service.behave(stallBeforeHeaders)
  const environment = { ...ample, PYRAG_BASE_URL: service.baseUrl, [variable]: '80' }
  const call = callOf({ deadline: Date.now() + 5000 })
  expect(
    await faultOf(
      callsOf[name](
        openPyRag(settings(environment), () => {}),
        call,
      ),
    ),
  ).toMatchObject({
    code: 'E_KNOWLEDGE_TIMEOUT',
    context: { limit: 'read' },
  })
})
