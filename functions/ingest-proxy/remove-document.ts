import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { holdOf } from '../../lib/documents/mark-item.ts'
import { incomingKey } from '../../lib/documents/original-key.ts'
import { sweepGraceMs } from '../../lib/documents/retry-rule.ts'
import { findHolders } from './find-document.ts'
import type { IngestPorts } from './ingest-ports.ts'

type RemovalPorts = Pick<IngestPorts, 'documents' | 'marks' | 'originals' | 'now'>

/**
 * Takes a document away: first hides it, then clears up. After a crash in between, the sweep goes on.
 *
 * @param withdrawnAt when it was withdrawn from evidence; null when it never was evidence
 * @param withdrawsId whether its `doc_id` is withdrawn with it, and so every other document that holds it
 * @returns false when the document changed meanwhile
 */
export async function removeDocument(
  ports: RemovalPorts,
  record: DocumentRecord,
  withdrawnAt: number | null,
  withdrawsId = false,
): Promise<boolean> {
  const hidden = await ports.documents.save({
    ...record,
    state: 'REMOVED',
    withdrawn_at: withdrawnAt,
    withdraws_id: withdrawsId,
    due_at: ports.now() + sweepGraceMs,
    updated_at: ports.now(),
  })
  if (hidden === null) return false
  await clearRemoved(ports, hidden)
  return true
}

/** What is left to do for a REMOVED document. The withdrawal comes first; each step may be done again. */
export async function clearRemoved(ports: RemovalPorts, record: DocumentRecord): Promise<void> {
  const { documents, originals } = ports
  const { document_ref, content_ref, withdrawn_at } = record
  if (withdrawn_at !== null) await withdraw(ports, record, withdrawn_at)
  if (content_ref !== null) await documents.release(content_ref, document_ref)
  await originals.remove(record.original_key)
  await originals.remove(incomingKey(document_ref))
  await documents.erase(record)
}

async function withdraw(ports: RemovalPorts, record: DocumentRecord, at: number): Promise<void> {
  const { document_ref, doc_id, sha256, withdraws_id } = record
  if (doc_id !== null && withdraws_id) {
    await ports.marks.withdraw(doc_id, at)
    await removeHolders(ports, doc_id, at, document_ref)
  } else if (doc_id !== null) {
    await ports.marks.letGo(doc_id, holdOf(record), at)
  } else if (sha256 !== '') {
    // Without an id, an ingest may have reached the service all the same: its answer was late, or lost.
    await ports.marks.withdrawContent(sha256, at)
  }
}

/**
 * Withdraws what the document `self` replaces, as of `at`: what was uploaded later stays, and so does `self`, by whatever name
 * it is called. An id that is not there is no trouble: it was withdrawn before. What one of them was itself still to replace is
 * withdrawn first: gone, it could not see to it any more, and the oldest text would stay evidence.
 *
 * @param seen ids that are being seen to: documents may name each other in a ring
 */
export async function withdrawReplaced(
  ports: RemovalPorts,
  id: string,
  at: number,
  self: DocumentRecord,
  seen: Set<string> = new Set(),
): Promise<void> {
  seen.add(id)
  const seeToOrders = async ({ replaces }: DocumentRecord) => {
    for (const open of replaces) if (!seen.has(open)) await withdrawReplaced(ports, open, at, self, seen)
  }
  if ((await ports.documents.read(id)) !== null) return removeByRef(ports, id, at, self.document_ref, seeToOrders)
  if (id !== self.doc_id) return removeId(ports, id, at, seeToOrders)
  // Two that replace each other at once: the later upload stays.
  return removeHolders(ports, id, at, self.document_ref, (holder) => isOlder(holder, self))
}

const isOlder = (a: DocumentRecord, b: DocumentRecord) =>
  a.accepted_at < b.accepted_at || (a.accepted_at === b.accepted_at && a.document_ref < b.document_ref)

/** As one withdrawal, so that it is seen whole or not at all: the first of its documents says what is to be done for the others. */
async function removeId(
  ports: RemovalPorts,
  docId: string,
  at: number,
  before: (record: DocumentRecord) => Promise<void>,
): Promise<void> {
  for (;;) {
    const holders = (await findHolders(ports, docId)).filter(({ accepted_at }) => accepted_at <= at)
    const [first] = holders.filter(({ state }) => state !== 'REMOVED')
    if (first === undefined) {
      for (const removed of holders) await clearRemoved(ports, removed)
      return
    }
    for (const holder of holders) if (holder.state !== 'REMOVED') await before(holder)
    if (await removeDocument(ports, first, at, true)) return
  }
}

/** The documents that hold `docId`, but not `self`. One that is REMOVED is hidden already, and somebody is at it. */
async function removeHolders(
  ports: RemovalPorts,
  docId: string,
  at: number,
  self: string,
  meant: (holder: DocumentRecord) => boolean = () => true,
): Promise<void> {
  for (const holder of await findHolders(ports, docId)) {
    if (holder.state !== 'REMOVED' && meant(holder)) await removeByRef(ports, holder.document_ref, at, self)
  }
}

async function removeByRef(
  ports: RemovalPorts,
  ref: string,
  at: number,
  self: string,
  before: (record: DocumentRecord) => Promise<void> = async () => {},
): Promise<void> {
  for (;;) {
    const record = await ports.documents.read(ref)
    if (record === null || record.document_ref === self || record.accepted_at > at) return
    if (record.state === 'REMOVED') return clearRemoved(ports, record)
    await before(record)
    if (await removeDocument(ports, record, at)) return
  }
}
