import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { batchRead } from './batch-read.ts'
import { contentMarkKey, markKey } from './documents-table.ts'
import { contentMarkOfSha256, type MarkItem, markItem } from './mark-item.ts'

const batchReadMs = 5000

/** What is known of the service's ids. Times are epoch milliseconds. Throws only Fault `E_LEDGER_UNAVAILABLE`. */
export type DocumentMarks = {
  read(docId: string): Promise<MarkItem | null>
  /** By id; ids of which nothing is known are not in the map. */
  readMany(docIds: readonly string[]): Promise<ReadonlyMap<string, MarkItem>>
  /** `docId` is the document `documentRef`, whose upload was accepted at `acceptedAt`. Gives what is known now. */
  accept(docId: string, documentRef: string, acceptedAt: number): Promise<MarkItem>
  /** No evidence any more, unless an upload accepted after `at` is ingested. Never expires. */
  withdraw(docId: string, at: number): Promise<void>
  /** The same for content whose id is not known: an ingest may have reached the service all the same. */
  withdrawContent(sha256: string, at: number): Promise<void>
}

export function createDynamoMarks(client: DynamoDBDocumentClient, table: string): DocumentMarks {
  const read = async (key: { readonly pk: string }): Promise<MarkItem | null> => {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))
    return Item === undefined ? null : markItem.parse(Item)
  }
  /** Sets `field` to `at` unless it is later already. */
  const raise = async (
    key: { readonly pk: string },
    field: 'accepted_at' | 'withdrawn_at',
    at: number,
    documentRef?: string,
  ): Promise<void> => {
    const command = new UpdateCommand({
      TableName: table,
      Key: key,
      UpdateExpression: `SET #field = :at${documentRef === undefined ? '' : ', document_ref = :ref'}`,
      ConditionExpression: 'attribute_not_exists(#field) OR #field <= :at',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':at': at, ...(documentRef !== undefined && { ':ref': documentRef }) },
    })
    try {
      await client.send(command)
    } catch (error) {
      // A later time stands there: this write is old news.
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error
    }
  }
  return {
    read: (docId) => read(markKey(docId)),
    readMany: async (docIds) => {
      const items = await batchRead(client, table, docIds.map(markKey), Date.now() + batchReadMs)
      return new Map(
        docIds.flatMap((docId) => {
          const item = items.get(markKey(docId).pk)
          return item === undefined ? [] : [[docId, markItem.parse(item)] as const]
        }),
      )
    },
    accept: async (docId, documentRef, acceptedAt) => {
      await raise(markKey(docId), 'accepted_at', acceptedAt, documentRef)
      return (await read(markKey(docId))) ?? markItem.parse(markKey(docId))
    },
    withdraw: (docId, at) => raise(markKey(docId), 'withdrawn_at', at),
    withdrawContent: (sha256, at) => raise(contentMarkKey(contentMarkOfSha256(sha256)), 'withdrawn_at', at),
  }
}
