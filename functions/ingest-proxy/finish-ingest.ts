import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { holdOf, withdrawalOf } from '../../lib/documents/mark-item.ts'
import { incomingKey } from '../../lib/documents/original-key.ts'
import { isWithdrawnRecord } from './find-document.ts'
import type { IngestPorts } from './ingest-ports.ts'
import { removeDocument, withdrawReplaced } from './remove-document.ts'
import type { Settled } from './settled.ts'

/**
 * What follows once a document is INGESTED: its text becomes evidence, unless it was withdrawn after its upload was accepted,
 * and the documents that it replaces are withdrawn. Until all is done the document stays due, so that a crash loses nothing.
 */
export async function finishIngest(ports: IngestPorts, ingested: DocumentRecord): Promise<Settled> {
  const { documents, marks } = ports
  for (let current: DocumentRecord | null = ingested; ; current = await documents.read(ingested.document_ref)) {
    if (current === null || current.doc_id === null || current.state !== 'INGESTED') return { outcome: 'gone' }
    const { doc_id, document_ref, due_at, updated_at } = current
    const mark = await marks.accept(doc_id, holdOf(current), current.accepted_at)
    if (isWithdrawnRecord(current, mark)) {
      if (await removeDocument(ports, current, withdrawalOf(mark, holdOf(current)) ?? current.accepted_at))
        return { outcome: 'gone' }
      continue
    }
    if (due_at === null) return { outcome: 'ingested', record: current }
    // As of the ingest: done again after a crash, this must not withdraw what was uploaded since.
    for (const id of current.replaces) await withdrawReplaced(ports, id, updated_at, current)
    // The event of an arrived file may be lost together with the process that it had reached.
    if (current.content_ref !== null) await ports.originals.remove(incomingKey(document_ref))
    const done = await documents.save({ ...current, due_at: null, replaces: [] })
    if (done !== null) return { outcome: 'ingested', record: done }
  }
}
