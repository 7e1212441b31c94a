import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import type { MarkItem } from '../../lib/documents/mark-item.ts'
import type { IngestPorts } from './ingest-ports.ts'

/** Whether `mark` says that this upload of the document was withdrawn: only a later upload would not be. */
export function isWithdrawnRecord(record: DocumentRecord, mark: MarkItem | null | undefined): boolean {
  return mark?.withdrawn_at !== undefined && mark.withdrawn_at >= record.accepted_at
}

/** The document of a `doc_id` or `document_ref`, REMOVED or not; null when there is none. */
export async function findRecord(
  { documents, marks }: Pick<IngestPorts, 'documents' | 'marks'>,
  id: string,
): Promise<DocumentRecord | null> {
  const byRef = await documents.read(id)
  if (byRef !== null) return byRef
  const mark = await marks.read(id)
  if (mark?.document_ref === undefined) return null
  const byId = await documents.read(mark.document_ref)
  return byId?.doc_id === id ? byId : null
}

/** The same, less what was withdrawn. */
export async function findDocument(
  ports: Pick<IngestPorts, 'documents' | 'marks'>,
  id: string,
): Promise<DocumentRecord | null> {
  const record = await findRecord(ports, id)
  if (record === null || record.state === 'REMOVED') return null
  if (record.doc_id === null) return record
  return isWithdrawnRecord(record, await ports.marks.read(record.doc_id)) ? null : record
}
