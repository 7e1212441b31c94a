// A knowledge service on loopback that misbehaves as told. Each request takes the next behaviour; the last one stays.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { loopbackCertificate } from './loopback-certificate.ts'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** 1 for the first connection that was ever made. */
  readonly connection: number
}

export type Behaviour = {
  (response: ServerResponse, request: Received): void
  /** Acts as soon as the headers are there, without reading the body. */
  early?: true
}

export type HostileService = {
  readonly baseUrl: string
  readonly received: readonly Received[]
  readonly connections: () => number
  /** Resolves when the connection of that number has been closed. */
  readonly closed: (connection: number) => Promise<void>
  readonly behave: (...behaviours: readonly [Behaviour, ...Behaviour[]]) => void
  readonly close: () => Promise<void>
}

export async function startHostileService({ tls = false } = {}): Promise<HostileService> {
  const received: Received[] = []
  const connectionOf = new WeakMap<object, number>()
  const closings: Promise<void>[] = []
  let behaviours: readonly Behaviour[] = [json({})]

  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const [behaviour = json({}), ...rest] = behaviours
    if (rest.length > 0) behaviours = rest
    response.on('error', () => {})
    const parts: Buffer[] = []
    if (!behaviour.early) for await (const part of request) parts.push(part)
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts),
      connection: connectionOf.get(request.socket) ?? 0,
    }
    received.push(seen)
    behaviour(response, seen)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    onRequest(request, response).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer(loopbackCertificate, listener) : createServer(listener)
  server.on(tls ? 'secureConnection' : 'connection', (socket) => {
    connectionOf.set(socket, closings.push(new Promise((resolve) => socket.once('close', () => resolve()))))
  })
  // It never closes an idle connection by itself: a test that waits for a closing waits for the client's.
  server.keepAliveTimeout = 600_000
  const port = await listen(server)
  return {
    baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    connections: () => closings.length,
    closed: (connection) => closings[connection - 1] ?? Promise.reject(new Error('no such connection')),
    behave: (...next) => {
      behaviours = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Answers with a body as it is. */
export function answer(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Behaviour {
  return (response) => response.writeHead(status, headers).end(body)
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return answer(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers })
}

/** The service's own error envelope. */
export function refuse(status: number, code: string, message = 'No.', requestId = 'svc-1'): Behaviour {
  return json({ error: { code, message, request_id: requestId } }, status)
}

/** What a proxy in between says. */
export function htmlPage(status: number): Behaviour {
  return answer(status, '<html><body><h1>Bad Gateway</h1></body></html>', { 'content-type': 'text/html' })
}

export const stallBeforeHeaders: Behaviour = () => {}

export const stallMidBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"hits": [')
}

/** One byte of white space every few milliseconds, for ever: there is always progress, never an end. */
export const trickle: Behaviour = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}

export const breakBeforeReply: Behaviour = (response) => {
  response.socket?.destroy()
}

export const breakMidReply: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"hits": [')
  setImmediate(() => response.socket?.end())
}

/** Bytes on the wire that `node:http` would not write. */
export function raw(text: string): Behaviour {
  return (response) => response.socket?.end(text)
}

/** `bytes` of white space, as fast as they are taken; `sent` counts what was handed to the socket. */
export function flood(
  bytes: number,
  { announced }: { announced: boolean },
): { behaviour: Behaviour; sent: () => number } {
  let sent = 0
  const chunk = Buffer.alloc(65_536, ' ')
  const behaviour: Behaviour = (response) => {
    response.writeHead(200, announced ? { 'content-length': String(bytes) } : {})
    const pump = () => {
      while (sent < bytes && !response.destroyed) {
        sent += chunk.byteLength
        if (!response.write(chunk)) return response.once('drain', pump)
      }
      return response.end()
    }
    pump()
  }
  return { behaviour, sent: () => sent }
}
