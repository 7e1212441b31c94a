import * as z from 'zod'
import type { DocumentList } from '../../lib/contract/document.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { documentId } from '../../lib/contract/ids.ts'
import { limits } from '../../lib/contract/limits.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { type DocumentRecord, toDocumentView } from '../../lib/documents/document-record.ts'
import { encodeCursor, listCursor } from '../../lib/documents/list-cursor.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import { findDocument, isWithdrawnRecord } from './find-document.ts'
import type { IngestPorts } from './ingest-ports.ts'
import { queryOf } from './query-of.ts'

type ReadPorts = Pick<IngestPorts, 'documents' | 'marks'>

const { listDefault, listMax } = limits.document
const listQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `must be 1-${listMax}`)
    .transform(Number)
    .pipe(z.int().min(1, `must be 1-${listMax}`).max(listMax, `must be 1-${listMax}`))
    .default(listDefault),
  cursor: listCursor.nullable().default(null),
})

const noQuery = z.object({})

/** `GET /api/documents`: newest first. */
export function createList(ports: ReadPorts): Operation {
  return async (call) => {
    const { limit, cursor } = queryOf(listQuery, call)
    const found: DocumentRecord[] = []
    let after = cursor
    do {
      const page = await ports.documents.list(limit - found.length, after)
      found.push(...(await withoutWithdrawn(ports, page.documents)))
      after = page.next
    } while (found.length < limit && after !== null)
    const body: DocumentList = {
      documents: found.map((record) => toDocumentView(record)),
      next_cursor: after === null ? null : encodeCursor(after),
    }
    return { status: 200, body }
  }
}

/** `GET /api/documents/{document_id}`, by doc_id or document_ref. */
export function createRead(ports: ReadPorts): Operation {
  return async (call) => {
    if (call.kind === 'http') queryOf(noQuery, call)
    const record = await findDocument(ports, parseInput(documentId, call.params.document_id))
    if (record === null) throw new Fault('E_NOT_FOUND', { message: 'There is no such document.' })
    return { status: 200, body: toDocumentView(record) }
  }
}

async function withoutWithdrawn({ marks }: ReadPorts, records: readonly DocumentRecord[]): Promise<DocumentRecord[]> {
  const known = await marks.readMany(records.flatMap(({ doc_id }) => doc_id ?? []))
  return records.filter((r) => r.doc_id === null || !isWithdrawnRecord(r, known.get(r.doc_id)))
}
