import { setTimeout as wait } from 'node:timers/promises'
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Fault } from '../contract/faults.ts'
import { within } from './document-client.ts'

/** What DynamoDB takes in one batch. */
const batchSize = 100
const maxIdleRounds = 4
const firstPauseMs = 20

type Key = Readonly<Record<string, string>>
type Item = Readonly<Record<string, unknown>>

/**
 * The items of `keys` that there are, in no order, strongly consistent. What DynamoDB leaves unprocessed is asked for again,
 * with growing pauses while nothing comes.
 * @param keys distinct
 * @param deadline epoch milliseconds
 * @throws Fault `E_LEDGER_UNAVAILABLE` when something stays unread: half an answer is none
 */
export async function batchRead(
  client: Pick<DynamoDBDocumentClient, 'send'>,
  table: string,
  keys: readonly Key[],
  deadline: number,
): Promise<Item[]> {
  const items: Item[] = []
  let open: readonly Record<string, unknown>[] = keys
  let idleRounds = 0
  while (open.length > 0) {
    if (idleRounds > 0) await wait(Math.min(firstPauseMs * 2 ** idleRounds, Math.max(0, deadline - Date.now())))
    if (idleRounds === maxIdleRounds || Date.now() >= deadline) {
      throw new Fault('E_LEDGER_UNAVAILABLE', { context: { unread: open.length } })
    }
    const batch = open.slice(0, batchSize)
    const command = new BatchGetCommand({
      RequestItems: { [table]: { Keys: [...batch], ConsistentRead: true } },
    })
    const reply = await client.send(command, within(deadline))
    items.push(...(reply.Responses?.[table] ?? []))
    const unprocessed = reply.UnprocessedKeys?.[table]?.Keys ?? []
    idleRounds = unprocessed.length < batch.length ? 0 : idleRounds + 1
    open = [...open.slice(batchSize), ...unprocessed]
  }
  return items
}
