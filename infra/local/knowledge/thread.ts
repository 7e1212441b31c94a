// The service in a worker thread: says where it listens, and ends when it is told to.
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { createHttpEmbedder } from './dense/http-embedder.ts'
import { startKnowledgeService } from './server.ts'

const embedding = z.object({ url: z.string(), model: z.string() })
const data = z.object({ dataDir: z.string(), embedding: embedding.nullable() }).parse(workerData)
const service = await startKnowledgeService({
  dataDir: data.dataDir,
  embedder: data.embedding === null ? undefined : createHttpEmbedder({ ...data.embedding, now: Date.now }),
})
parentPort?.once('message', async () => {
  await service.close()
  parentPort?.close()
})
parentPort?.postMessage({ url: service.url })
