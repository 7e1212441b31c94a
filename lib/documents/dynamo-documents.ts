import { randomBytes } from 'node:crypto'
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Fault } from '../contract/faults.ts'
import { type DocumentRecord, documentAlias, documentRecord } from './document-record.ts'
import type { DocumentStore } from './document-store-port.ts'
import {
  documentKey,
  dueKeyOf,
  listedPartition,
  listKeyOf,
  newestIndex,
  openIndex,
  openPartition,
  refOfKey,
} from './documents-table.ts'
import { readByKey } from './read-by-key.ts'

const indexRow = z.object({ pk: z.string(), list_key: z.string().optional() })
const batchReadMs = 5000

/** True when the write was made, false when its condition did not hold. */
async function made(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false
    throw error
  }
}

function itemOf(document: DocumentRecord) {
  const listed = document.state !== 'AWAITING' && document.state !== 'REMOVED'
  return {
    ...documentKey(document.document_ref),
    ...document,
    ...(listed && { listed: listedPartition, list_key: listKeyOf(document.uploaded_at, document.document_ref) }),
    ...(document.due_at !== null && { open: openPartition, due_key: dueKeyOf(document.due_at) }),
  }
}

function parseItem(item: unknown): { alias_of: string } | DocumentRecord {
  const parsed = z.union([documentAlias, documentRecord]).safeParse(item)
  if (parsed.success) return parsed.data
  throw new Fault('E_INTERNAL', { cause: parsed.error, context: { item: 'document' } })
}

/** Documents in DynamoDB: one item each, whole items written under a condition on the version (spec 05). */
export function createDynamoDocuments(client: DynamoDBDocumentClient, table: string): DocumentStore {
  const sameVersion = (version: number) => ({
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  })

  const readRow = async (documentRef: string) => {
    const command = new GetCommand({ TableName: table, Key: documentKey(documentRef), ConsistentRead: true })
    const { Item } = await client.send(command)
    return Item === undefined ? null : parseItem(Item)
  }
  const putNew = (item: Record<string, unknown>) => {
    const command = new PutCommand({ TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' })
    return made(client.send(command))
  }
  // The client sends a write again whose answer is lost, and that one fails at the work of the first. So each failure is looked
  // at once more: a new document is told by its original, which is its own; any other write leaves a word of its own.
  const isThere = async ({ document_ref, original_key }: DocumentRecord) => {
    const row = await readRow(document_ref)
    return row !== null && 'original_key' in row && row.original_key === original_key
  }
  const putOver = async (
    { version }: DocumentRecord,
    item: { readonly pk: string; readonly [field: string]: unknown },
  ) => {
    const write_id = randomBytes(8).toString('hex')
    const command = new PutCommand({ TableName: table, Item: { ...item, write_id }, ...sameVersion(version) })
    if (await made(client.send(command))) return true
    const read = new GetCommand({ TableName: table, Key: { pk: item.pk }, ConsistentRead: true })
    return (await client.send(read)).Item?.write_id === write_id
  }

  const release = async (contentRef: string, documentRef: string) => {
    const condition = { ConditionExpression: 'alias_of = :ref', ExpressionAttributeValues: { ':ref': documentRef } }
    await made(client.send(new DeleteCommand({ TableName: table, Key: documentKey(contentRef), ...condition })))
  }

  return {
    create: async (document) => {
      if (await putNew(itemOf(document))) return true
      const row = await readRow(document.document_ref)
      if (row === null || !('alias_of' in row) || (await readRow(row.alias_of)) !== null) return isThere(document)
      // An alias whose document is gone holds nothing.
      await release(document.document_ref, row.alias_of)
      return (await putNew(itemOf(document))) || isThere(document)
    },
    read: async (documentRef) => {
      const row = await readRow(documentRef)
      if (row === null || !('alias_of' in row)) return row
      const target = await readRow(row.alias_of)
      return target === null || 'alias_of' in target ? null : target
    },
    save: async (document) => {
      const next = { ...document, version: document.version + 1 }
      return (await putOver(document, itemOf(next))) ? next : null
    },
    erase: ({ document_ref, version }) =>
      made(
        client.send(new DeleteCommand({ TableName: table, Key: documentKey(document_ref), ...sameVersion(version) })),
      ),
    claim: async (contentRef, documentRef) => {
      const alias = { ...documentKey(contentRef), alias_of: documentRef }
      if (await putNew(alias)) return documentRef
      const row = await readRow(contentRef)
      if (row === null) return null
      return 'alias_of' in row ? row.alias_of : row.document_ref
    },
    release,
    giveWay: (document, documentRef) =>
      putOver(document, { ...documentKey(document.document_ref), alias_of: documentRef }),
    list: async (limit, after) => {
      const command = new QueryCommand({
        TableName: table,
        IndexName: newestIndex,
        KeyConditionExpression: 'listed = :listed',
        ExpressionAttributeValues: { ':listed': listedPartition },
        ScanIndexForward: false,
        Limit: limit + 1,
        ...(after !== null && {
          ExclusiveStartKey: {
            ...documentKey(after.slice(after.indexOf('#') + 1)),
            listed: listedPartition,
            list_key: after,
          },
        }),
      })
      const { Items = [] } = await client.send(command)
      const rows = z.array(indexRow).parse(Items)
      const shown = rows.slice(0, limit)
      // The index lags behind; what a page shows is read anew.
      const keys = shown.map(({ pk }) => ({ pk }))
      const items = await readByKey(client, table, keys, Date.now() + batchReadMs)
      const documents = keys.flatMap(({ pk }) => {
        const item = items.get(pk)
        const row = item === undefined ? null : parseItem(item)
        return row === null || 'alias_of' in row || row.state === 'REMOVED' ? [] : [row]
      })
      return { documents, next: rows.length > limit ? (shown.at(-1)?.list_key ?? null) : null }
    },
    due: async (now, limit) => {
      const command = new QueryCommand({
        TableName: table,
        IndexName: openIndex,
        KeyConditionExpression: '#open = :open AND due_key <= :now',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':open': openPartition, ':now': dueKeyOf(now) },
        Limit: limit,
      })
      const { Items = [] } = await client.send(command)
      return z
        .array(indexRow)
        .parse(Items)
        .map(({ pk }) => refOfKey(pk))
    },
  }
}
