import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { within } from './document-client.ts'
import type { TableDefinition } from './table-definition.ts'

/** No item of ours has this key. */
const nobody = '#probe'

/**
 * Asks whether a table answers, by one read of an item that does not exist.
 * @param deadline epoch milliseconds
 * @throws Fault `E_LEDGER_UNAVAILABLE` when it does not
 */
export async function probeTable(
  client: DynamoDBDocumentClient,
  table: string,
  { partitionKey, sortKey }: TableDefinition,
  deadline: number,
): Promise<void> {
  const key = { [partitionKey]: nobody, ...(sortKey !== undefined && { [sortKey]: nobody }) }
  await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }), within(deadline))
}
