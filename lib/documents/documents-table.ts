// Keys of the documents table (spec 05). Each item is written by itself, under a condition of its own.
import { createHash } from 'node:crypto'
import type { TableDefinition } from '../aws/table-definition.ts'

export const newestIndex = 'newest'
export const openIndex = 'open'

export const documentsTable: TableDefinition = {
  partitionKey: 'pk',
  indexes: [
    // Both are sparse: only documents to list, and only documents that something is still to be done about.
    { name: newestIndex, partitionKey: 'listed', sortKey: 'list_key', projection: 'KEYS_ONLY' },
    { name: openIndex, partitionKey: 'open', sortKey: 'due_key', projection: 'KEYS_ONLY' },
  ],
}

/** The one partition of each index. */
export const listedPartition = 'DOCUMENT'
export const openPartition = 'OPEN'

const refPrefix = 'REF#'

/** The document itself, or the word that its content is another document's. */
export const documentKey = (documentRef: string) => ({ pk: `${refPrefix}${documentRef}` })
export const refOfKey = (pk: string) => pk.slice(refPrefix.length)

/** What is known of one of the service's ids: whose it is, and whether it was withdrawn. */
export const markKey = (docId: string) => ({ pk: `ID#${shortened(docId)}` })

/** That content was withdrawn before the service's id for it was known. */
export const contentMarkKey = (contentMark: string) => ({ pk: `HASH#${contentMark}` })

/** Newest first, documents of one moment by ref. */
export const listKeyOf = (uploadedAt: number, documentRef: string) => `${isoOf(uploadedAt)}#${documentRef}`
export const dueKeyOf = (dueAt: number) => isoOf(dueAt)

const isoOf = (ms: number) => new Date(ms).toISOString()

/** DynamoDB takes keys of at most 2,048 bytes; an engine's id may be longer. */
function shortened(docId: string): string {
  if (Buffer.byteLength(docId) <= 1024) return docId
  return `sha256:${createHash('sha256').update(docId).digest('hex')}`
}
