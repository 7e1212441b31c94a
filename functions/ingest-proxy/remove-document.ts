import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { incomingKey } from '../../lib/documents/original-key.ts'
import { sweepGraceMs } from '../../lib/documents/retry-rule.ts'
import { findRecord } from './find-document.ts'
import type { IngestPorts } from './ingest-ports.ts'

type RemovalPorts = Pick<IngestPorts, 'documents' | 'marks' | 'originals' | 'now'>

/**
 * Takes a document away: first hides it, then clears up. After a crash in between, the sweep goes on.
 *
 * @param withdrawnAt when it was withdrawn from evidence; null when it never was evidence
 * @returns false when the document changed meanwhile
 */
export async function removeDocument(
  ports: RemovalPorts,
  record: DocumentRecord,
  withdrawnAt: number | null,
): Promise<boolean> {
  const hidden = await ports.documents.save({
    ...record,
    state: 'REMOVED',
    withdrawn_at: withdrawnAt,
    due_at: ports.now() + sweepGraceMs,
    updated_at: ports.now(),
  })
  if (hidden === null) return false
  await clearRemoved(ports, hidden)
  return true
}

/** What is left to do for a REMOVED document. The withdrawal comes first; each step may be done again. */
export async function clearRemoved(
  { documents, marks, originals }: RemovalPorts,
  record: DocumentRecord,
): Promise<void> {
  const { document_ref, doc_id, sha256, content_ref, withdrawn_at } = record
  if (withdrawn_at !== null && doc_id !== null) await marks.withdraw(doc_id, withdrawn_at)
  // Without an id, an ingest may have reached the service all the same: its answer was late, or lost.
  if (withdrawn_at !== null && doc_id === null && sha256 !== '') await marks.withdrawContent(sha256, withdrawn_at)
  if (content_ref !== null) await documents.release(content_ref, document_ref)
  await originals.remove(record.original_key)
  await originals.remove(incomingKey(document_ref))
  await documents.erase(record)
}

/**
 * Withdraws the upload of `id` that was accepted by `at`; a later one stays. An id that is not there is no trouble: it was
 * withdrawn before.
 */
export async function withdrawById(ports: RemovalPorts, id: string, at: number): Promise<void> {
  for (;;) {
    const record = await findRecord(ports, id)
    if (record === null || record.accepted_at > at) return
    if (record.state === 'REMOVED') return clearRemoved(ports, record)
    if (await removeDocument(ports, record, at)) return
  }
}
