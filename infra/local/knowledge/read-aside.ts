// Reading a large document takes seconds. A thread of its own does it, so that searches go on meanwhile.
import { Worker } from 'node:worker_threads'
import type { TextKind } from './chunk-document.ts'
import { type ReadDocument, readDocument } from './read-document.ts'

/** Smaller documents are read at once: faster than a thread starts. */
const asideBytes = 65_536

/** As `readDocument`. A document on which the reading thread ends (of memory) is one without text, with a warning. */
export async function readAside(bytes: Uint8Array, kind: TextKind): Promise<ReadDocument> {
  if (bytes.length < asideBytes) return readDocument(bytes, kind)
  const { promise, resolve } = Promise.withResolvers<ReadDocument>()
  const fail = (reason: string) =>
    resolve({
      matter: null,
      content: { heading: null, chunks: [] },
      warnings: [`the document cannot be read: ${reason}`],
    })
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: { bytes, kind }, execArgv: [] })
  worker.on('message', (read: ReadDocument) => resolve(read))
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => fail('its thread ended early'))
  return promise
}
