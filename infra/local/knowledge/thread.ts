// The service in a worker thread: says where it listens, and ends when it is told to.
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { startKnowledgeService } from './server.ts'

const { dataDir } = z.object({ dataDir: z.string() }).parse(workerData)
const service = await startKnowledgeService({ dataDir })
parentPort?.once('message', async () => {
  await service.close()
  parentPort?.close()
})
parentPort?.postMessage({ url: service.url })
