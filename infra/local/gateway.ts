// The local stand-in for API Gateway: serves the route table, each request a real Lambda event into the real handler.
import { STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Fault, type FaultCode } from '../../lib/contract/faults.ts'
import { limits } from '../../lib/contract/limits.ts'
import { type FunctionName, type Route, routeKeyOf, routes } from '../../lib/contract/routes.ts'
import { type HttpReply, replyWithFault } from '../../lib/lambda/reply.ts'
import { requestIdOf } from '../../lib/lambda/request-id.ts'
import { httpEventOf } from './http-event.ts'
import type { Invoke } from './run-functions.ts'

export type Gateway = { readonly url: string; readonly close: () => Promise<void> }

/** What an HTTP API serves: a route key (`POST /api/upload`; `$default` takes what matches no other), and the function behind it. */
export type ServedRoute = { readonly routeKey: string; readonly function: FunctionName }

const routeTable: readonly ServedRoute[] = Object.values<Route>(routes).map((route) => ({
  routeKey: routeKeyOf(route),
  function: route.function,
}))

/** Further routes of the local stack itself, which the deployed API does not have. */
export type LocalRoutes = (app: FastifyInstance) => void

/** An HTTP API ends a request here (AWS quota). */
const gatewayTimeoutMs = 30_000

/**
 * @param port 0 for any free one; loopback only
 * @param served the route table if not given
 */
export async function startGateway(
  port: number,
  invoke: Invoke,
  localRoutes: LocalRoutes = () => {},
  served: readonly ServedRoute[] = routeTable,
): Promise<Gateway> {
  const app = Fastify({
    bodyLimit: limits.http.bodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => void send(request, reply, faultOf(error)),
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(rawReply(faultOfParser(error)))
    },
  })
  // Bodies are handed on as bytes: the functions, not the gateway, parse them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => send(request, reply, faultOf(error)))
  const fallback = served.find(({ routeKey }) => routeKey === '$default')
  app.setNotFoundHandler((request, reply) =>
    fallback === undefined ? send(request, reply, new Fault('E_NOT_FOUND')) : serve(request, reply, fallback, invoke),
  )
  // API Gateway matches routes on the path as sent, where an encoded slash is no separator and fits no parameter of ours.
  app.addHook('onRequest', async (request, reply) => {
    if (/%2f/i.test(request.raw.url?.split('?', 1)[0] ?? '')) send(request, reply, new Fault('E_NOT_FOUND'))
  })
  for (const route of served.filter((each) => each !== fallback)) {
    const [method = '', path = ''] = route.routeKey.split(' ')
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(request, reply, route, invoke),
    })
  }
  localRoutes(app)
  try {
    await app.listen({ port, host: '127.0.0.1' })
  } catch (cause) {
    throw new Error(`port ${port} cannot be listened on; choose another PORT`, { cause })
  }
  const address = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, close: () => app.close() }
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  route: ServedRoute,
  invoke: Invoke,
): Promise<FastifyReply> {
  // An empty segment fits no parameter.
  if (Object.values(request.params ?? {}).includes('')) return send(request, reply, new Fault('E_NOT_FOUND'))
  const principal = request.headers['x-local-principal'] ?? 'local'
  if (typeof principal !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(principal)) {
    return send(
      request,
      reply,
      new Fault('E_UNAUTHORIZED', { message: 'X-Local-Principal must be 1-128 visible ASCII.' }),
    )
  }
  const answer = await Promise.race([
    invoke(route.function, httpEventOf(request, route.routeKey, principal)),
    timeout(reply),
  ])
  const { statusCode, headers, body } = answer as HttpReply
  return reply.code(statusCode).headers(headers).send(body)
}

/** API Gateway's own answer, in its own shape, when a function takes too long. */
function timeout(reply: FastifyReply): Promise<HttpReply> {
  const { promise, resolve } = Promise.withResolvers<HttpReply>()
  const timer = setTimeout(
    () =>
      resolve({
        statusCode: 503,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Service Unavailable"}',
      }),
    gatewayTimeoutMs,
  )
  reply.raw.once('close', () => clearTimeout(timer))
  return promise
}

function send(request: FastifyRequest, reply: FastifyReply, fault: Fault): FastifyReply {
  const given = request.headers['x-request-id']
  const { statusCode, headers, body } = replyWithFault(
    fault,
    requestIdOf(typeof given === 'string' ? given : undefined),
  )
  return reply.code(statusCode).headers(headers).send(body)
}

/** What the HTTP parser refuses never becomes a request: there is no reply object to fill, and no id of the caller. */
function rawReply(fault: Fault): string {
  const { statusCode, headers, body } = replyWithFault(fault, requestIdOf(undefined))
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  const head = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines.map((line) => line.join(': '))]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function faultOfParser(error: unknown): Fault {
  const tooLarge = error instanceof Error && 'code' in error && error.code === 'HPE_HEADER_OVERFLOW'
  const message = tooLarge ? 'The headers are too large.' : 'The request cannot be read as HTTP.'
  return new Fault('E_VALIDATION', { message, cause: error })
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  const code: FaultCode =
    status === 413 ? 'E_PAYLOAD_TOO_LARGE' : typeof status === 'number' && status < 500 ? 'E_VALIDATION' : 'E_INTERNAL'
  return new Fault(code, { cause: error })
}
