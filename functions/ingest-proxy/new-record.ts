import type { DocumentMetadata } from '../../lib/contract/document.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { newOriginalKey } from '../../lib/documents/original-key.ts'
import { type IngestRule, requestLifeMs } from './ingest-ports.ts'

export type Upload = {
  readonly filename: string
  readonly bytes: Uint8Array
  readonly metadata: DocumentMetadata
  /** Id of a document to withdraw once this one is INGESTED. */
  readonly replaces: string | null
  /** Epoch milliseconds. */
  readonly acceptedAt: number
}

/** `ids` with `id`, each once. */
export const union = (ids: readonly string[], id: string | null): string[] =>
  id === null ? [...ids] : [...new Set([...ids, id])]

/** The record of a document that nobody has uploaded before. */
export function newRecord(ref: string, sha256: string, upload: Upload, rule: IngestRule): DocumentRecord {
  const { acceptedAt, metadata } = upload
  return {
    document_ref: ref,
    version: 1,
    state: 'PENDING',
    filename: upload.filename,
    category: metadata.category,
    fault_source: metadata.fault_source,
    title: metadata.title,
    tags: [...metadata.tags],
    size_bytes: upload.bytes.length,
    sha256,
    original_key: newOriginalKey(ref),
    doc_id: null,
    chunk_count: null,
    reason: null,
    replaces: union([], upload.replaces),
    content_ref: null,
    accepted_at: acceptedAt,
    give_up_at: acceptedAt + rule.maxAgeSeconds * 1000,
    rebuilding_since: null,
    round: 0,
    failures: 0,
    due_at: acceptedAt + requestLifeMs,
    withdrawn_at: null,
    withdraws_id: false,
    uploaded_at: acceptedAt,
    updated_at: acceptedAt,
  }
}
