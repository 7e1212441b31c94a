// The thread of `readAside`: reads the one document that it was started with.
import { parentPort, workerData } from 'node:worker_threads'
import type { TextKind } from './chunk-document.ts'
import { readDocument } from './read-document.ts'

const { bytes, kind }: { readonly bytes: Uint8Array; readonly kind: TextKind } = workerData
parentPort?.postMessage(readDocument(bytes, kind))
