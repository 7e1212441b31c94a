import { fileURLToPath } from 'node:url'
import { createDiskIngestQueue } from './disk-ingest-queue.ts'
import type { IngestQueue } from './ingest-queue-port.ts'

/** The queue at `INGEST_QUEUE_URL`: an SQS queue, or a folder (`file:///folder`). The SQS client is loaded at its first use. */
export function openIngestQueue(address: string, now: () => number): IngestQueue {
  const url = new URL(address)
  if (url.protocol === 'file:') return createDiskIngestQueue(fileURLToPath(url), now)
  let loaded: Promise<IngestQueue> | undefined
  const load = async () => {
    const [{ SQSClient }, { createSqsIngestQueue }] = await Promise.all([
      import('@aws-sdk/client-sqs'),
      import('./sqs-ingest-queue.ts'),
    ])
    return createSqsIngestQueue(new SQSClient({ maxAttempts: 4 }), address)
  }
  return {
    send: async (message, delaySeconds) => {
      loaded ??= load()
      await (await loaded).send(message, delaySeconds)
    },
  }
}
