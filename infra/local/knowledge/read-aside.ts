// Reading a large document takes seconds. A thread of its own does it, so that searches go on meanwhile, and so that one that
// would take for ever can be given up: ingests wait for each other.
import { Worker } from 'node:worker_threads'
import type { TextKind } from './chunk-document.ts'
import { type ReadDocument, readDocument, unreadDocument } from './read-document.ts'
import { reasonOf } from './reason-of.ts'
import { ServiceError } from './service-error.ts'

/** Smaller documents are read at once: faster than a thread starts, and little text takes seconds at worst. */
const asideBytes = 16_384

/** Time for the reading of one new document, in ms; an ingest as a whole has 20 to 30 seconds (spec 08, "Settings"). */
export const readBudgetMs = 15_000

/**
 * As `readDocument`. A document on which the reading thread ends (of memory) is one without text, with a warning.
 * @throws ServiceError `E_PAYLOAD_TOO_LARGE` when the thread has not read it within `budgetMs`; the thread is ended.
 */
export async function readAside(bytes: Uint8Array, kind: TextKind, budgetMs = readBudgetMs): Promise<ReadDocument> {
  if (bytes.length < asideBytes) return readDocument(bytes, kind)
  const { promise, resolve, reject } = Promise.withResolvers<ReadDocument>()
  const fail = (reason: string) => resolve(unreadDocument(reason))
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: { bytes, kind }, execArgv: [] })
  worker.on('message', (read: ReadDocument) => resolve(read))
  worker.on('error', (error) => fail(reasonOf(error)))
  worker.on('exit', () => fail('its thread ended early'))
  const timer = setTimeout(() => {
    reject(new ServiceError('E_PAYLOAD_TOO_LARGE', 'The document is too complex to be read in time; split it.'))
    void worker.terminate()
  }, budgetMs)
  return promise.finally(() => clearTimeout(timer))
}
