// What API Gateway would hand to a function: an HTTP API event in payload format 2.0.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The types whose bodies API Gateway passes on as text; everything else travels as base64. */
const textTypes = /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript|x-www-form-urlencoded))/i

export function httpEventOf(request: FastifyRequest, routeKey: string, principal: string): unknown {
  const url = new URL(request.raw.url ?? '/', 'http://local')
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => name !== 'x-local-principal')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : (value ?? '')]),
  )
  const query: Record<string, string> = {}
  for (const [name, value] of url.searchParams) query[name] = name in query ? `${query[name]},${value}` : value
  const params = Object.entries(request.params ?? {})
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(params.length > 0 && { pathParameters: Object.fromEntries(params) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: { lambda: { principal } },
      domainName: 'localhost',
      http: {
        method: request.method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...bodyOf(request.body, headers['content-type'] ?? ''),
  }
}

function bodyOf(body: unknown, contentType: string): { body?: string; isBase64Encoded: boolean } {
  if (!Buffer.isBuffer(body) || body.length === 0) return { isBase64Encoded: false }
  const text = body.toString('utf8')
  // What is not UTF-8 must reach the function as it is, to be refused there.
  const faithful = textTypes.test(contentType) && Buffer.from(text, 'utf8').equals(body)
  return faithful ? { body: text, isBase64Encoded: false } : { body: body.toString('base64'), isBase64Encoded: true }
}
