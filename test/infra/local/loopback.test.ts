// Spec 08, "Local stack": loopback only. Who listens on all addresses answers on 127.0.0.2, too (all of 127/8 is this machine where
// Linux runs), and on those of its networks; who listens on 127.0.0.1 does not.
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDatabase, startDynalite } from '../../../infra/local/database.ts'
import { startGateway } from '../../../infra/local/gateway.ts'
import { startKnowledgeService } from '../../../infra/local/knowledge/server.ts'

const ofNetworks = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)
const elsewhere = ['127.0.0.2', '::1', ...ofNetworks]

const answersOn = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 })
    const tell = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
    socket.once('timeout', () => tell(false))
  })

async function startService() {
  const dataDir = await mkdtemp(join(tmpdir(), 'loopback-'))
  const service = await startKnowledgeService({ dataDir })
  return {
    url: service.url,
    stop: async () => {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const starts: [string, () => Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }>][] = [
  ['the gateway', () => startGateway(0, async () => ({})).then(({ url, close }) => ({ url, stop: close }))],
  ['the embedded knowledge service', startService],
  ['the embedded database', () => startDatabase().then(({ endpoint, stop }) => ({ url: endpoint, stop }))],
  ['the database in its place', () => startDynalite().then(({ endpoint, stop }) => ({ url: endpoint, stop }))],
]

test.each(starts)('%s answers on 127.0.0.1 and on no other address', async (_, start) => {
  const { url, stop } = await start()
  try {
    const port = Number(new URL(url).port)
    expect(await answersOn('127.0.0.1', port)).toBe(true)
    for (const host of elsewhere) expect([host, await answersOn(host, port)]).toEqual([host, false])
  } finally {
    await stop()
  }
})
