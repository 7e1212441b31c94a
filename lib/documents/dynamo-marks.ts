import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { DocumentMarks } from './document-marks-port.ts'
import { contentMarkKey, markKey } from './documents-table.ts'
import {
  contentMarkOfSha256,
  heldField,
  letGoField,
  type Mark,
  markItem,
  nothingKnown,
  withdrawnField,
} from './mark-item.ts'
import { readByKey } from './read-by-key.ts'

const batchReadMs = 5000

export function createDynamoMarks(client: DynamoDBDocumentClient, table: string): DocumentMarks {
  const read = async (key: { readonly pk: string }): Promise<Mark | null> => {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))
    return Item === undefined ? null : markItem.parse(Item)
  }
  /** Sets `field` to `at` unless it is later already. */
  const raise = async (key: { readonly pk: string }, field: string, at: number): Promise<void> => {
    const command = new UpdateCommand({
      TableName: table,
      Key: key,
      UpdateExpression: 'SET #field = :at',
      ConditionExpression: 'attribute_not_exists(#field) OR #field < :at',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':at': at },
    })
    try {
      await client.send(command)
    } catch (error) {
      // This time or a later one stands there: this write is old news.
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error
    }
  }
  return {
    read: (docId) => read(markKey(docId)),
    readMany: async (docIds) => {
      const items = await readByKey(client, table, docIds.map(markKey), Date.now() + batchReadMs)
      return new Map(
        docIds.flatMap((docId) => {
          const item = items.get(markKey(docId).pk)
          return item === undefined ? [] : [[docId, markItem.parse(item)] as const]
        }),
      )
    },
    accept: async (docId, hold, acceptedAt) => {
      await raise(markKey(docId), heldField(hold), acceptedAt)
      return (await read(markKey(docId))) ?? nothingKnown
    },
    letGo: (docId, hold, at) => raise(markKey(docId), letGoField(hold), at),
    withdraw: (docId, at) => raise(markKey(docId), withdrawnField, at),
    withdrawContent: (sha256, at) => raise(contentMarkKey(contentMarkOfSha256(sha256)), withdrawnField, at),
  }
}
