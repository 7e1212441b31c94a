// The embedded DynamoDB emulator: dynoxide where its binary is installed, else dynalite. Both keep their data in a folder
// when given one. What no emulator does is expire items: readers decide expiry by the clock.
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { spawnTied } from './spawn-tied.ts'
import { untilListening } from './until-listening.ts'

export type Database = { readonly name: string; readonly endpoint: string; readonly stop: () => Promise<void> }

/** Starts the emulator on a free loopback port. @param folder where it persists; in memory without it */
export async function startDatabase(folder?: string): Promise<Database> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const binary = installed(`@dynoxide/${process.platform}-${process.arch}/dynoxide`)
  return binary === undefined ? startDynalite(folder) : startDynoxide(binary, folder)
}

function installed(id: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(id)
  } catch {
    return undefined
  }
}

async function startDynoxide(binary: string, folder?: string): Promise<Database> {
  const port = await freePort()
  const persistence = folder === undefined ? [] : ['--db-path', join(folder, 'dynoxide.db')]
  const child = spawnTied(binary, ['--port', String(port), ...persistence])
  const endpoint = `http://127.0.0.1:${port}`
  await untilListening(endpoint, child)
  return { name: 'dynoxide', endpoint, stop: child.stop }
}

/** Dynalite, in this process. @param folder where it persists; in memory without it */
export async function startDynalite(folder?: string): Promise<Database> {
  const { default: dynalite } = await import('dynalite')
  const server = dynalite({
    createTableMs: 0,
    updateTableMs: 0,
    deleteTableMs: 0,
    ...(folder !== undefined && { path: join(folder, 'dynalite') }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    name: 'dynalite',
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
