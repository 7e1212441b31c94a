import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type JsonServer = { readonly url: string; readonly close: () => Promise<void> }

/** A loopback server that hands each JSON request to `answer`. */
export async function startJsonServer(
  answer: (path: string, body: unknown, response: ServerResponse) => void | Promise<void>,
): Promise<JsonServer> {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    await answer(request.url ?? '/', text === '' ? null : JSON.parse(text), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Ends the response with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body))
}

/** Says that it is JSON, whatever it is. */
export function sendText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
