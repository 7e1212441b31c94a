import { createSocket } from 'node:dgram'

/** X-Ray's daemon on loopback: keeps the datagrams that it gets. */
export async function startDaemon() {
  const socket = createSocket('udp4')
  const datagrams: string[] = []
  socket.on('message', (message) => datagrams.push(message.toString('utf8')))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    datagrams,
    /** The documents of the datagrams, each less its header line. */
    documents: () => datagrams.map((text) => JSON.parse(text.slice(text.indexOf('\n') + 1))),
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
