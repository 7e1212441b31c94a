import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb'
import type { TableDefinition } from '../../lib/aws/table-definition.ts'

const keys = (partitionKey: string, sortKey?: string): KeySchemaElement[] => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' as const }]),
]

/** Makes the table in an emulator; one that exists stays as it is. */
export async function createTable(
  client: Pick<DynamoDBClient, 'send'>,
  name: string,
  definition: TableDefinition,
): Promise<void> {
  const names = new Set(
    [definition, ...definition.indexes].flatMap((k) => (k.sortKey ? [k.partitionKey, k.sortKey] : [k.partitionKey])),
  )
  const command = new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...names].map((n) => ({ AttributeName: n, AttributeType: 'S' as const })),
    KeySchema: keys(definition.partitionKey, definition.sortKey),
    ...(definition.indexes.length > 0 && {
      GlobalSecondaryIndexes: definition.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keys(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: index.projection },
      })),
    }),
  })
  try {
    await client.send(command)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error
  }
  // An emulator, too, may still be making it: only an active table takes items.
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    if (Table?.TableStatus === 'ACTIVE') return
  }
}
