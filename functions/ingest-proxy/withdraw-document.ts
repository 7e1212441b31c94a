import * as z from 'zod'
import { Fault } from '../../lib/contract/faults.ts'
import { documentId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import { findHolders, isWithdrawnRecord } from './find-document.ts'
import type { IngestPorts } from './ingest-ports.ts'
import { queryOf } from './query-of.ts'
import { clearRemoved, removeDocument } from './remove-document.ts'

type WithdrawPorts = Pick<IngestPorts, 'documents' | 'marks' | 'originals' | 'now'>

const withdrawQuery = z.object({ force: z.enum(['true', 'false'], 'must be true or false').default('false') })

/**
 * `DELETE /api/documents/{document_id}`: when the answer is out, the document's text is no evidence, and its record and
 * original are gone. By `document_ref` this also ends the retries of a PENDING one.
 */
export function createWithdraw(ports: WithdrawPorts): Operation {
  return async (call) => {
    const id = parseInput(documentId, call.params.document_id)
    const forced = queryOf(withdrawQuery, call).force === 'true'
    const docId = await withdraw(ports, id)
    if (docId === null && !forced) throw new Fault('E_NOT_FOUND', { message: 'There is no such document.' })
    if (docId === null) await ports.marks.withdraw(id, ports.now())
    return { status: 200, body: { doc_id: docId ?? id, deleted: true, withdrawn_from_evidence: true } }
  }
}

/** The id under which the document was withdrawn; null when there is none of that name. */
async function withdraw(ports: WithdrawPorts, id: string): Promise<string | null> {
  for (;;) {
    const byRef = await ports.documents.read(id)
    const found = byRef === null ? await findHolders(ports, id) : [byRef]
    const record = found.find(({ state }) => state !== 'REMOVED')
    if (record === undefined) return finishRemoved(ports, found, id)
    const mark = record.doc_id === null ? null : await ports.marks.read(record.doc_id)
    const wasWithdrawn = found.every((one) => one.state === 'REMOVED' || isWithdrawnRecord(one, mark))
    const withdrawnAt = Math.max(ports.now(), ...found.map(({ accepted_at }) => accepted_at))
    // A doc_id is withdrawn as such, with all the documents that hold it; a ref is one document.
    if (!(await removeDocument(ports, record, withdrawnAt, byRef === null))) continue
    return wasWithdrawn ? null : (record.doc_id ?? id)
  }
}

/** Somebody began; what they promised must hold, but it is theirs, unless they did not get to the end of it. */
async function finishRemoved(
  ports: WithdrawPorts,
  removed: readonly DocumentRecord[],
  id: string,
): Promise<string | null> {
  for (const record of removed) await clearRemoved(ports, record)
  const withdrawn = removed.find(({ withdrawn_at }) => withdrawn_at !== null)
  return withdrawn === undefined ? null : (withdrawn.doc_id ?? id)
}
