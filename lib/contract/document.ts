import * as z from 'zod'
import { documentId } from './ids.ts'
import { healthStatus, probe } from './knowledge-api.ts'
import { limits } from './limits.ts'
import { sentText } from './sent-text.ts'

const label = sentText().trim().max(limits.document.labelChars)

/** Business metadata that an upload may carry (spec 05). `tags` come as a list, or as one comma-separated text in a form. */
export const documentMetadata = z.object({
  /** Null: nobody named one. The document's own front matter may, where the service reads it; else it is `defaultCategory`. */
  category: label.min(1).nullable().default(null),
  fault_source: label.nullable().default(null),
  title: label.nullable().default(null),
  tags: z.array(sentText().trim().min(1).max(limits.document.tagChars)).max(limits.document.tags).default([]),
})
export type DocumentMetadata = Readonly<z.infer<typeof documentMetadata>>

const ingestStatus = z.enum(['PENDING', 'INGESTED', 'FAILED'])

/** One document, everywhere (spec 05). */
export const documentView = z.object({
  document_ref: z.string(),
  /** The service's id: the part of an evidence key before `#chunk-`. Null while PENDING. */
  doc_id: z.string().nullable(),
  filename: z.string(),
  category: z.string(),
  fault_source: z.string().nullable(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  size_bytes: z.int().nonnegative(),
  sha256: z.string(),
  chunk_count: z.int().nonnegative().nullable(),
  ingest_status: ingestStatus,
  /** Why it is PENDING or FAILED. */
  reason: z.string().nullable(),
  unchanged: z.boolean(),
  uploaded_at: z.string(),
  updated_at: z.string(),
})
export type DocumentView = Readonly<z.infer<typeof documentView>>

export const documentList = z.object({ documents: z.array(documentView), next_cursor: z.string().nullable() })
export type DocumentList = Readonly<z.infer<typeof documentList>>

export const presignRequest = z.strictObject({
  ...documentMetadata.shape,
  filename: z.string().min(1),
  /** Id of a document that is withdrawn once this one is INGESTED. */
  replaces: documentId.nullable().default(null),
})

export const presignedUpload = z.object({
  document_ref: z.string(),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  expires_at: z.string(),
  max_bytes: z.int().positive(),
})

export const deletedDocument = z.object({
  doc_id: z.string(),
  deleted: z.literal(true),
  withdrawn_from_evidence: z.literal(true),
})

export const systemHealth = z.object({
  status: healthStatus,
  knowledge: z.object({ status: healthStatus, probes: z.record(z.string(), probe) }),
  ledger: probe,
  documents: probe,
  originals: probe,
})
export type SystemHealth = Readonly<z.infer<typeof systemHealth>>
