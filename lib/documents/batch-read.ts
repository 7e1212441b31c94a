import { setTimeout as wait } from 'node:timers/promises'
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'

/** What DynamoDB takes in one batch. */
const batchSize = 100
const maxIdleRounds = 4
const firstPauseMs = 20

/**
 * Items by partition key, strongly consistent; keys without an item are not in the map. What DynamoDB leaves unprocessed is
 * asked for again, with growing pauses while nothing comes.
 * @throws Fault `E_LEDGER_UNAVAILABLE` when something stays unread: half an answer is none
 */
export async function batchRead(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly { readonly pk: string }[],
  deadline: number,
): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>()
  let open = [...new Set(keys.map(({ pk }) => pk))].map((pk) => ({ pk }))
  let idleRounds = 0
  while (open.length > 0) {
    if (idleRounds > 0) await wait(Math.min(firstPauseMs * 2 ** idleRounds, Math.max(0, deadline - Date.now())))
    if (idleRounds === maxIdleRounds || Date.now() >= deadline) {
      throw new Fault('E_LEDGER_UNAVAILABLE', { context: { unread: open.length } })
    }
    const batch = open.slice(0, batchSize)
    const command = new BatchGetCommand({ RequestItems: { [table]: { Keys: batch, ConsistentRead: true } } })
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(command, within(deadline))
    for (const item of Responses[table] ?? []) found.set(String(item.pk), item)
    const unprocessed = (UnprocessedKeys[table]?.Keys ?? []).map(({ pk }) => ({ pk: String(pk) }))
    idleRounds = unprocessed.length < batch.length ? 0 : idleRounds + 1
    open = [...open.slice(batchSize), ...unprocessed]
  }
  return found
}
