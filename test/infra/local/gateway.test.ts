import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gateway, startGateway } from '../../../infra/local/gateway.ts'
import { type Route, routeKeyOf, routes } from '../../../lib/contract/routes.ts'

/** A reply whose shape the assertions tell. */
type Body = { readonly [key: string]: Body }

type Event = {
  routeKey: string
  pathParameters: Record<string, string>
  queryStringParameters?: Record<string, string>
  headers: Record<string, string>
  body?: string
  isBase64Encoded: boolean
  requestContext: { authorizer: { lambda: { principal: string } } }
}

describe('the local gateway', () => {
  let gateway: Gateway
  let events: { name: string; event: Event }[] = []
  beforeAll(async () => {
    gateway = await startGateway(0, async (name, event) => {
      events.push({ name, event: event as Event })
      return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
    })
  })
  afterAll(() => gateway.close())

  const call = async (path: string, init?: RequestInit) => {
    events = []
    const reply = await fetch(gateway.url + path, init)
    return { reply, body: (await reply.json()) as Body, event: events[0]?.event, name: events[0]?.name }
  }

  test.each(Object.entries<Route>(routes))(
    'serves %s by its function, as the event that API Gateway sends',
    async (_, route) => {
      const path = route.path.replace('{run_id}', 'r-1').replace('{document_id}', 'd-1').replace('{task_id}', 't-1')
      const { reply, event, name } = await call(path, { method: route.method })
      expect(reply.status).toBe(200)
      expect(name).toBe(route.function)
      expect(event).toMatchObject({ version: '2.0', routeKey: routeKeyOf(route), rawPath: path })
    },
  )

  test('decodes path parameters and joins repeated query parameters', async () => {
    const { event } = await call('/api/documents/%E6%95%85%E9%9A%9C-1?a=1&a=2&b=%20')
    expect(event?.pathParameters).toEqual({ document_id: '故障-1' })
    expect(event?.queryStringParameters).toEqual({ a: '1,2', b: ' ' })
  })

  test('gives our 404 for a route that is none, and for an id with an encoded slash', async () => {
    for (const path of ['/', '/api/nope', '/api/runs/a%2Fb', '/api/runs/a%2fb/report', '/api/runs/', '/api//runs']) {
      const { reply, body } = await call(path)
      expect([path, reply.status, body.error?.code]).toEqual([path, 404, 'E_NOT_FOUND'])
      expect(reply.headers.get('x-request-id')).toBe(body.error?.request_id)
    }
  })

  test('gives our 404 for a method that a route does not have', async () => {
    const { reply } = await call('/api/upload', { method: 'PUT', body: 'x' })
    expect(reply.status).toBe(404)
  })

  test('passes JSON as text and everything else as base64', async () => {
    const text = await call('/api/knowledge/rebuild', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"confirm":"é"}',
    })
    expect(text.event).toMatchObject({ body: '{"confirm":"é"}', isBase64Encoded: false })
    const bytes = Buffer.from([0, 13, 10, 128, 255])
    const binary = await call('/api/upload', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: bytes,
    })
    expect(binary.event).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true })
  })

  test('hands on text that is not UTF-8 unspoilt, so that the function can refuse it', async () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22])
    const { event } = await call('/api/knowledge/rebuild', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bytes,
    })
    expect(event).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true })
  })

  test('turns X-Local-Principal into authorizer context and hides the header; local without it', async () => {
    const named = await call('/api/documents', { headers: { 'x-local-principal': 'alice' } })
    expect(named.event?.requestContext.authorizer).toEqual({ lambda: { principal: 'alice' } })
    expect(named.event?.headers).not.toHaveProperty('x-local-principal')
    const plain = await call('/api/documents')
    expect(plain.event?.requestContext.authorizer).toEqual({ lambda: { principal: 'local' } })
  })

  test('refuses a body over 10 MB with 413', async () => {
    const { reply, body } = await call('/api/upload', { method: 'POST', body: new Uint8Array(10_485_761) })
    expect([reply.status, body.error?.code]).toEqual([413, 'E_PAYLOAD_TOO_LARGE'])
  })

  test('answers an address that cannot be decoded with 400, in our shape', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const url = new URL(gateway.url)
      request({ host: url.hostname, port: url.port, path: '/api/documents/%zz' }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
  })

  /** What comes back for bytes that are sent as they are. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(gateway.url)
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })

  test.each([
    ['no HTTP', 'what is this\r\n\r\n'],
    ['no version that there is', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
    ['two lengths', 'POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('answers what is %s in our shape, with a request id (spec 08)', async (_what, bytes) => {
    const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    const id = /^x-request-id: ([A-Za-z0-9._-]{1,128})$/im.exec(head)?.[1]
    expect(JSON.parse(body)).toEqual({
      error: { code: 'E_VALIDATION', message: expect.stringMatching(/\S/), request_id: id },
    })
    expect(/^content-length: (\d+)$/im.exec(head)?.[1]).toBe(String(Buffer.byteLength(body)))
  })

  test('listens on loopback only', () => {
    expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})
