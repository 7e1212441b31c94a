// One HTTP exchange, with limits that fetch does not have: connecting apart from answering, exact to some 50 ms, and a bound
// on the bytes of the answer. No redirects, no compression, an exact Content-Length always.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export type HttpExchange = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Sent one after the other; null sends none. */
  readonly body: readonly Uint8Array[] | null
  /** `fresh`: on a connection of its own, so that a kept one that has gone stale can't be the reason of a failure. */
  readonly connection: 'kept' | 'fresh'
  /** Until the connection stands, TLS included, in ms. A kept connection needs none of it. */
  readonly connectMs: number
  /** From there to the last byte of the answer, in ms. */
  readonly readMs: number
  /** Bounds both, in epoch ms. */
  readonly deadline: number
  /** Bytes of the answer's body, at most. */
  readonly maxBytes: number
}

export type HttpReply = {
  readonly kind: 'reply'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export type HttpOutcome =
  | HttpReply
  | { readonly kind: 'timeout'; readonly limit: 'connect' | 'read' | 'deadline' }
  /** Refused, reset, not resolved, no TLS; `connected`: it broke after it stood, so bytes may have been sent. */
  | { readonly kind: 'connection-failed'; readonly connected: boolean; readonly cause: unknown }
  | { readonly kind: 'unreadable'; readonly reason: 'too-large' | 'not-http' }

export type HttpTransport = {
  /** Never rejects for what the network or the other side does: that is the outcome. */
  send(exchange: HttpExchange): Promise<HttpOutcome>
  /** Closes the kept connections. */
  close(): void
}

/** A transport over `node:http` and `node:https`; its connections are kept between calls. `now` is in epoch ms. */
export function createHttpTransport({ now }: { readonly now: () => number }): HttpTransport {
  const plain = new HttpAgent({ keepAlive: true })
  const secure = new HttpsAgent({ keepAlive: true })

  /** Where one kept connection turned out to be stale, its idle neighbours are too: the next attempt gets a new one. */
  const dropIdle = () => {
    for (const agent of [plain, secure]) {
      for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy()
    }
  }

  const open = ({ method, url, headers, body, connection }: HttpExchange): ClientRequest => {
    const tls = url.protocol === 'https:'
    const length = body?.reduce((sum, part) => sum + part.byteLength, 0)
    return (tls ? httpsRequest : httpRequest)(url, {
      method,
      headers: length === undefined ? headers : { ...headers, 'content-length': String(length) },
      agent: connection === 'fresh' ? false : tls ? secure : plain,
    })
  }

  const send = (exchange: HttpExchange) =>
    new Promise<HttpOutcome>((resolve) => {
      const left = () => exchange.deadline - now()
      if (left() <= 0) return resolve({ kind: 'timeout', limit: 'deadline' })

      const request = open(exchange)
      let connected = false
      let settled = false
      let timer: NodeJS.Timeout | undefined
      const settle = (outcome: HttpOutcome) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        // A reply that came before the request was out leaves a connection that can't be used again.
        if (outcome.kind !== 'reply' || !request.writableFinished) request.destroy()
        resolve(outcome)
      }
      const limitTo = (ms: number, limit: 'connect' | 'read') => {
        clearTimeout(timer)
        const within = Math.min(ms, left())
        timer = setTimeout(() => settle({ kind: 'timeout', limit: within < ms ? 'deadline' : limit }), within)
      }
      const onConnected = () => {
        if (settled) return
        connected = true
        limitTo(exchange.readMs, 'read')
      }
      const onBroken = (cause: unknown) => {
        if (settled) return
        if (request.reusedSocket) dropIdle()
        settle(
          isNotHttp(cause)
            ? { kind: 'unreadable', reason: 'not-http' }
            : { kind: 'connection-failed', connected, cause },
        )
      }
      const onClosed = () => onBroken(new Error('closed before the answer was complete'))

      limitTo(exchange.connectMs, 'connect')
      request.once('socket', (socket) => {
        if (request.reusedSocket) onConnected()
        else socket.once(exchange.url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected)
      })
      request.once('response', (response) => {
        // From here on the response tells its own end, which may come later than that of the connection.
        request.removeListener('close', onClosed)
        readBody(response, exchange.maxBytes, settle, onBroken)
      })
      request.on('error', onBroken)
      request.once('close', onClosed)
      for (const part of exchange.body ?? []) request.write(part)
      request.end()
    })

  return {
    send,
    close: () => {
      plain.destroy()
      secure.destroy()
    },
  }
}

function readBody(
  response: IncomingMessage,
  maxBytes: number,
  settle: (outcome: HttpOutcome) => void,
  onBroken: (cause: unknown) => void,
): void {
  const parts: Uint8Array[] = []
  let bytes = 0
  const tooLarge = () => settle({ kind: 'unreadable', reason: 'too-large' })
  response.on('error', onBroken)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) tooLarge()
  response.on('data', (part: Uint8Array) => {
    bytes += part.byteLength
    if (bytes > maxBytes) tooLarge()
    else parts.push(part)
  })
  response.once('end', () => {
    const { statusCode = 0, headers } = response
    settle({ kind: 'reply', status: statusCode, headers, body: Buffer.concat(parts, bytes) })
  })
}

/** The HTTP parser's errors: what answered does not speak HTTP. */
function isNotHttp(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('HPE_')
}
