// One normaliser for HTTP API events and direct invocations (spec 08): whatever arrives, a use case sees a `Call`.
import { Fault } from '../contract/faults.ts'
import { limits } from '../contract/limits.ts'
import type { Route } from '../contract/routes.ts'
import type { Call } from './call.ts'
import { decodeBody, decodeUtf8 } from './decode-body.ts'
import type { DirectEvent, HttpEvent } from './events.ts'
import { identityOf } from './identity.ts'
import { parseJsonBody } from './parse-json-body.ts'

/** @throws Fault `E_UNAUTHORIZED` when the event names no caller. */
export function openHttpCall(event: HttpEvent, requestId: string, deadline: number): Call {
  const owner = identityOf(event.requestContext.authorizer)
  if (owner === null) throw new Fault('E_UNAUTHORIZED')
  const contentType = event.headers['content-type'] ?? null
  const bytes = () => {
    const body = decodeBody(event.body, event.isBase64Encoded)
    if (body.length > limits.http.bodyBytes) throw new Fault('E_PAYLOAD_TOO_LARGE')
    return body
  }
  return {
    kind: 'http',
    params: event.pathParameters,
    query: event.queryStringParameters,
    contentType,
    owner,
    requestId,
    deadline,
    bytes,
    json: () => {
      if (contentType !== null && !/^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)) {
        throw new Fault('E_UNSUPPORTED_MEDIA_TYPE', { message: 'Send application/json.' })
      }
      return parseJsonBody(event.isBase64Encoded ? decodeUtf8(bytes()) : (event.body ?? ''))
    },
  }
}

/** A direct invocation carries an operation's path parameters and body fields flat, beside who asks. */
export function openDirectCall(event: DirectEvent, route: Route, requestId: string, deadline: number): Call {
  const { input, owner } = openTask(event)
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const params = Object.fromEntries(names.flatMap((n) => (typeof input[n] === 'string' ? [[n, input[n]]] : [])))
  const body = Object.fromEntries(Object.entries(input).filter(([key]) => !names.includes(key)))
  return {
    kind: 'direct',
    params,
    query: {},
    contentType: null,
    owner,
    requestId,
    deadline,
    bytes: () => {
      throw new Fault('E_VALIDATION', { message: 'A file cannot be sent by direct invocation.' })
    },
    json: () => body,
  }
}

/** A direct invocation's input, less its addressing, and who asks. */
export function openTask(event: DirectEvent): {
  readonly input: Readonly<Record<string, unknown>>
  readonly owner: string
} {
  const { operation: _, caller, request_id: __, ...input } = event
  return { input, owner: caller }
}
