import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoopbackServer = { readonly url: string; readonly close: () => Promise<void> }

/** An HTTP server on any free port of 127.0.0.1. Closing it ends the connections that are open. */
export async function startLoopbackServer(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener)
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
