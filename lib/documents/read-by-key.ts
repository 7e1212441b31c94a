import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { batchRead } from '../aws/batch-read.ts'

/**
 * Items of the documents table by partition key, strongly consistent; keys without an item are not in the map.
 * @throws Fault `E_LEDGER_UNAVAILABLE` when something stays unread
 */
export async function readByKey(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly { readonly pk: string }[],
  deadline: number,
): Promise<ReadonlyMap<string, unknown>> {
  const distinct = [...new Set(keys.map(({ pk }) => pk))].map((pk) => ({ pk }))
  const items = await batchRead(client, table, distinct, deadline)
  return new Map(items.map((item) => [String(item.pk), item]))
}
