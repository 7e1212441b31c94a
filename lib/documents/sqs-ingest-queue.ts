import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { Fault } from '../contract/faults.ts'
import { type IngestQueue, maxDelaySeconds } from './ingest-queue-port.ts'

export function createSqsIngestQueue(client: SQSClient, queueUrl: string): IngestQueue {
  return {
    send: async (message, delaySeconds) => {
      const command = new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.min(maxDelaySeconds, Math.max(0, Math.ceil(delaySeconds))),
      })
      try {
        await client.send(command)
      } catch (cause) {
        throw new Fault('E_LEDGER_UNAVAILABLE', { cause, context: { store: 'queue' } })
      }
    },
  }
}
