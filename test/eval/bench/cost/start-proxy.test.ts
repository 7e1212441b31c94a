import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type Exchange, startProxy } from '../../../../eval/bench/cost/start-proxy.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function echo(): Promise<string> {
  const server = createServer(async (request, reply) => {
    reply.writeHead(418, { 'x-own': 'kept' }).end(`${request.method} ${request.url} ${await text(request)}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what passes arrives as it was sent, and the answer as it was given', async () => {
  const seen: Exchange[] = []
  const proxy = await startProxy({ target: await echo(), onExchange: (exchange) => seen.push(exchange) })
  stops.push(proxy.close)
  const reply = await fetch(`${proxy.url}/a?b=1`, { method: 'POST', body: '问题' })
  expect([reply.status, reply.headers.get('x-own'), await reply.text()]).toEqual([418, 'kept', 'POST /a?b=1 问题'])
  expect(seen.map(({ method, path, status }) => [method, path, status])).toEqual([['POST', '/a?b=1', 418]])
})

test('what cannot be counted is an error, not an answer', async () => {
  const proxy = await startProxy({
    target: await echo(),
    onExchange: () => {
      throw new Error('no units')
    },
  })
  stops.push(proxy.close)
  expect((await fetch(proxy.url)).status).toBe(502)
})
