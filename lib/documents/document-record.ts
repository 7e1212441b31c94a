import * as z from 'zod'
import { type DocumentView, documentMetadata } from '../contract/document.ts'
import { defaultCategory } from '../contract/knowledge-api.ts'

const epochMs = z.int().nonnegative()

/**
 * A document as it is stored. What the contract shows (`toDocumentView`) is the smaller part; the rest says what is still to
 * be done, so that any process can go on where another one stopped.
 */
export const documentRecord = z.object({
  document_ref: z.string(),
  /** Counts the writes: each is conditional on the one that it was made from. */
  version: z.int().positive(),
  /**
   * AWAITING: a presigned form was given out, no file yet. REMOVED: hidden; what is left of it is being cleared away.
   */
  state: z.enum(['AWAITING', 'PENDING', 'INGESTED', 'FAILED', 'REMOVED']),
  filename: z.string(),
  /** Null: nobody has named one so far. */
  category: documentMetadata.shape.category.unwrap(),
  fault_source: z.string().nullable(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  size_bytes: z.int().nonnegative(),
  sha256: z.string(),
  original_key: z.string(),
  doc_id: z.string().nullable(),
  chunk_count: z.int().nonnegative().nullable(),
  reason: z.string().nullable(),
  /** Ids of documents to withdraw once this one is INGESTED. */
  replaces: z.array(z.string()),
  /** The ref that this content would have had as a plain upload; held by an alias. Null where that is `document_ref`. */
  content_ref: z.string().nullable(),
  /** When the upload that counts was accepted: only a withdrawal before it is lifted by its ingest. */
  accepted_at: epochMs,
  /** When a deferred ingest is given up; moved on by the time that a rebuild took. */
  give_up_at: epochMs,
  /** Since when the service has answered that it is rebuilding. */
  rebuilding_since: epochMs.nullable(),
  /** How often the queue was asked: a message of an earlier round is stale. */
  round: z.int().nonnegative(),
  /** Failed attempts that count for the delay. */
  failures: z.int().nonnegative(),
  /** When the sweep should look at this document, unless somebody was faster; null: there is nothing left to do. */
  due_at: epochMs.nullable(),
  /** When it was withdrawn; null for a REMOVED document that never was evidence. */
  withdrawn_at: epochMs.nullable(),
  /** Whether the withdrawal is one of its `doc_id`, and so of every document that holds it. */
  withdraws_id: z.boolean(),
  uploaded_at: epochMs,
  updated_at: epochMs,
})
export type DocumentRecord = Readonly<z.infer<typeof documentRecord>>

/** Stands where a document would stand whose content is already that of `alias_of`. */
export const documentAlias = z.object({ alias_of: z.string() })

/** @param unchanged whether the upload that is being answered brought nothing new */
export function toDocumentView(record: DocumentRecord, unchanged = false): DocumentView {
  const { document_ref, filename, category, fault_source, title, tags, size_bytes, sha256, state } = record
  const ingested = state === 'INGESTED'
  return {
    document_ref,
    doc_id: ingested ? record.doc_id : null,
    filename,
    category: category ?? defaultCategory,
    fault_source,
    title,
    tags,
    size_bytes,
    sha256,
    chunk_count: ingested ? record.chunk_count : null,
    ingest_status: ingested || state === 'FAILED' ? state : 'PENDING',
    reason: record.reason,
    unchanged,
    uploaded_at: new Date(record.uploaded_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  }
}
