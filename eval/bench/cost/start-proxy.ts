// Stands in front of a service and tells what passes. Loopback only, for measurements.
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type LoopbackServer, startLoopbackServer } from '../../loopback-server.ts'

export type Exchange = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly status: number
  readonly body: Buffer
}

export type ProxyOptions = {
  /** Address of the service, without a slash at its end. */
  readonly target: string
  /** Told of each exchange before its answer goes on; a throw answers 502. */
  readonly onExchange: (exchange: Exchange) => void
  /** What is sent on instead of the body that came; the same without it. */
  readonly rewrite?: (body: Buffer, headers: IncomingHttpHeaders) => Buffer
}

/** Headers that belong to one connection, or that `fetch` makes itself. */
const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'])

/** On any free port. An answer of the service is handed on whole, not as a stream. */
export function startProxy({ target, onExchange, rewrite = (body) => body }: ProxyOptions): Promise<LoopbackServer> {
  return startLoopbackServer(async (request, reply) => {
    try {
      const { method = 'GET', url: path = '/', headers } = request
      const sent = rewrite(await buffer(request), headers)
      const answer = await fetch(`${target}${path}`, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          hopByHop.has(name) || value === undefined ? [] : [[name, [value].flat().join(',')]],
        ),
        ...(sent.length > 0 && { body: new Uint8Array(sent) }),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      onExchange({ method, path, headers, status: answer.status, body })
      // `fetch` has undone the encoding, and an emulator's checksum was of what it sent: both would be wrong here.
      const own = [...answer.headers].filter(([name]) => !hopByHop.has(name) && name !== 'content-encoding')
      reply.writeHead(answer.status, Object.fromEntries(own)).end(body)
    } catch (error) {
      reply.writeHead(502).end(String(error))
    }
  })
}
