// Runs the embedded knowledge service in a thread of its own, as it would be a process of its own elsewhere: a document that
// is slow to parse keeps neither the gateway nor the ledger waiting.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { EmbeddingEndpoint } from './local-settings.ts'

export type KnowledgeThread = { readonly url: string; readonly close: () => Promise<void> }

const started = z.object({ url: z.string() })

/** @throws Error when the service cannot start */
export async function startKnowledgeThread(
  dataDir: string,
  embedding: EmbeddingEndpoint | null = null,
): Promise<KnowledgeThread> {
  const worker = new Worker(new URL('./knowledge/thread.ts', import.meta.url), { workerData: { dataDir, embedding } })
  const [message] = await once(worker, 'message')
  const { url } = started.parse(message)
  return {
    url,
    close: async () => {
      const exited = once(worker, 'exit')
      worker.postMessage('close')
      await exited
    },
  }
}
