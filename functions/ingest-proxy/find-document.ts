import { Fault } from '../../lib/contract/faults.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { holdOf, type Mark, withdrawalOf } from '../../lib/documents/mark-item.ts'
import type { IngestPorts } from './ingest-ports.ts'

type FindPorts = Pick<IngestPorts, 'documents' | 'marks'>

/** Whether `mark` says that this upload of the document was withdrawn: only a later upload would not be. */
export function isWithdrawnRecord(record: DocumentRecord, mark: Mark | null | undefined): boolean {
  const withdrawnAt = mark ? withdrawalOf(mark, holdOf(record)) : null
  return withdrawnAt !== null && withdrawnAt >= record.accepted_at
}

/** The documents that hold `docId`, the newest upload first, REMOVED and withdrawn ones too: the service may give one id to several. */
export async function findHolders({ documents, marks }: FindPorts, docId: string): Promise<DocumentRecord[]> {
  const mark = await marks.read(docId)
  const found = await Promise.all([...(mark?.held.keys() ?? [])].map((hold) => documents.read(hold)))
  return found
    .filter((record) => record !== null)
    .filter((record) => record.doc_id === docId)
    .sort((a, b) => b.accepted_at - a.accepted_at || (a.document_ref < b.document_ref ? -1 : 1))
}

/** Whether `id` names `record` and no other document: it may be a ref, the ref of an alias, or a `doc_id`. */
export async function namesOnly(ports: FindPorts, id: string, record: DocumentRecord): Promise<boolean> {
  const byRef = await ports.documents.read(id)
  const named = byRef === null ? await findHolders(ports, id) : [byRef]
  return named.length > 0 && named.every(({ document_ref }) => document_ref === record.document_ref)
}

/** The document of a `document_ref`, or the newest of a `doc_id`, less what was withdrawn; null when there is none. */
export async function findDocument(ports: FindPorts, id: string): Promise<DocumentRecord | null> {
  const byRef = await ports.documents.read(id)
  for (const record of byRef === null ? await findHolders(ports, id) : [byRef]) {
    if (record.state === 'REMOVED') continue
    if (record.doc_id === null || !isWithdrawnRecord(record, await ports.marks.read(record.doc_id))) return record
  }
  return null
}

/** Whether `id` names a document that is known here, or was and is withdrawn. */
export async function isKnown(ports: FindPorts, id: string): Promise<boolean> {
  return (await findDocument(ports, id)) !== null || (await ports.marks.read(id)) !== null
}

/**
 * A wrong id would leave its uploader believing that the old document is withdrawn. @param id null: nothing is replaced
 * @throws Fault `E_VALIDATION`
 */
export async function checkReplaced(ports: FindPorts, id: string | null): Promise<void> {
  if (id === null || (await isKnown(ports, id))) return
  throw new Fault('E_VALIDATION', { details: [{ path: 'replaces', message: 'names no document that is known here' }] })
}
