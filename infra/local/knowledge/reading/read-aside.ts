// Reading a large document takes seconds. A thread of its own does it, so that searches go on meanwhile, and so that one that
// would take for ever can be given up: ingests wait for each other.
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../service-error.ts'
import type { TextKind } from './chunk-document.ts'
import { type ReadDocument, readDocument } from './read-document.ts'

/** Smaller documents are read at once: faster than a thread starts, and little text takes seconds at worst. */
const asideBytes = 16_384

/** Time for the reading of one new document, in ms; an ingest as a whole has 20 to 30 seconds (spec 08, "Settings"). */
export const readBudgetMs = 15_000

const readingThread = new URL('./read-thread.ts', import.meta.url)

/**
 * As `readDocument`.
 * @throws ServiceError `E_PAYLOAD_TOO_LARGE` when the thread ends (of memory) before it has read it, or has not read it within
 * `budgetMs`; the thread is ended then.
 */
export async function readAside(
  bytes: Uint8Array,
  kind: TextKind,
  budgetMs = readBudgetMs,
  thread = readingThread,
): Promise<ReadDocument> {
  if (bytes.length < asideBytes) return readDocument(bytes, kind)
  const { promise, resolve, reject } = Promise.withResolvers<ReadDocument>()
  const refuse = (message: string, cause?: unknown) =>
    reject(new ServiceError('E_PAYLOAD_TOO_LARGE', message, cause === undefined ? {} : { cause }))
  const worker = new Worker(thread, { workerData: { bytes, kind }, execArgv: [] })
  worker.on('message', (read: ReadDocument) => resolve(read))
  worker.on('error', (error) => refuse('The document is too large to be read; split it.', error))
  worker.on('exit', () => refuse('The document is too large to be read; split it.'))
  const timer = setTimeout(() => {
    refuse('The document is too complex to be read in time; split it.')
    void worker.terminate()
  }, budgetMs)
  return promise.finally(() => clearTimeout(timer))
}
