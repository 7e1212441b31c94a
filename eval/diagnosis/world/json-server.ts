import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type LoopbackServer, startLoopbackServer } from '../../loopback-server.ts'

/** A loopback server that hands each JSON request to `answer`. */
export function startJsonServer(
  answer: (path: string, body: unknown, response: ServerResponse) => void | Promise<void>,
): Promise<LoopbackServer> {
  return startLoopbackServer(async (request, response) => {
    const text = (await buffer(request)).toString('utf8')
    await answer(request.url ?? '/', text === '' ? null : JSON.parse(text), response)
  })
}

/** Ends the response with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body))
}

/** Says that it is JSON, whatever it is. */
export function sendText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
