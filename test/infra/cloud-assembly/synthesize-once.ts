// One synthesized assembly for the whole test run, made when the first test asks for it: workers ask this process over
// loopback, and whoever asks while it is made waits for the answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesize } from './synthesize.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the folder of the assembly: ask it by `synthesizedAssembly`. */
    assemblyUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let made: Promise<string> | undefined
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-assembly-'))
  const make = async () => {
    const settings = { pyRagBaseUrl: 'https://py-rag.example.com' }
    await synthesize({ folder, settings, environment: process.env })
    return folder
  }
  const server = createServer((_request, response) => {
    made ??= make()
    made.then(
      (path) => response.end(path),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('assemblyUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await made?.catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}
