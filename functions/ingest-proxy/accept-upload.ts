import { Fault } from '../../lib/contract/faults.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { contentRefOf, sha256Of } from '../../lib/documents/document-ref.ts'
import { documentTypeOf } from '../../lib/documents/document-type.ts'
import { holdOf, withdrawalOf } from '../../lib/documents/mark-item.ts'
import { askAgain } from './ask-again.ts'
import { checkReplaced, isWithdrawnRecord, namesOnly } from './find-document.ts'
import { finishIngest } from './finish-ingest.ts'
import { type IngestPorts, type IngestRule, requestLifeMs } from './ingest-ports.ts'
import { newRecord, type Upload, union } from './new-record.ts'
import { clearRemoved, removeDocument } from './remove-document.ts'

/** `new` and `retried` are to be ingested now; `unchanged` has been before, or waits for it. */
export type Accepted = { readonly record: DocumentRecord; readonly as: 'new' | 'retried' | 'unchanged' }

const maxTries = 10

/**
 * Records an upload and stores its original, in this order (spec 05): from then on the document exists. The same content
 * under the same name is one document, however often and however much at once it is uploaded; a FAILED one is tried again.
 * @throws Fault `E_VALIDATION` (nothing to replace), `E_LEDGER_UNAVAILABLE`
 */
export async function acceptUpload(ports: IngestPorts, rule: IngestRule, upload: Upload): Promise<Accepted> {
  await checkReplaced(ports, upload.replaces)
  const sha256 = sha256Of(upload.bytes)
  const ref = contentRefOf(upload.filename, sha256)
  for (let tries = 0; tries < maxTries; tries += 1) {
    const existing = await ports.documents.read(ref)
    const accepted =
      existing === null
        ? await acceptNew(ports, newRecord(ref, sha256, upload, rule), upload)
        : await acceptKnown(ports, rule, existing, upload)
    if (accepted !== null) return accepted
  }
  throw new Fault('E_LEDGER_UNAVAILABLE', { context: { contended: ref } })
}

async function acceptNew(ports: IngestPorts, record: DocumentRecord, upload: Upload): Promise<Accepted | null> {
  if (!(await ports.documents.create(record))) return null
  try {
    await storeOriginal(ports, record, upload.bytes)
  } catch (fault) {
    // Nothing was accepted. If this fails too, the sweep finds a record without an original.
    await removeDocument(ports, record, null).catch(() => false)
    throw fault
  }
  return { record, as: 'new' }
}

/** Null: the document that was there is not there any more, or has changed. */
async function acceptKnown(
  ports: IngestPorts,
  rule: IngestRule,
  existing: DocumentRecord,
  upload: Upload,
): Promise<Accepted | null> {
  switch (existing.state) {
    case 'REMOVED':
      await clearRemoved(ports, existing)
      return null
    case 'AWAITING':
      // The same file is arriving by a presigned form at this moment.
      return { record: existing, as: 'unchanged' }
    case 'INGESTED': {
      const mark = existing.doc_id === null ? null : await ports.marks.read(existing.doc_id)
      if (mark !== null && isWithdrawnRecord(existing, mark)) {
        await removeDocument(ports, existing, withdrawalOf(mark, holdOf(existing)) ?? existing.accepted_at)
        return null
      }
      return replaceByKnown(ports, existing, upload)
    }
    default:
      return acceptAgain(ports, rule, existing, upload)
  }
}

async function replaceByKnown(ports: IngestPorts, existing: DocumentRecord, upload: Upload): Promise<Accepted | null> {
  const nothing = upload.replaces === null || (await namesOnly(ports, upload.replaces, existing))
  const replaces = union(existing.replaces, nothing ? null : upload.replaces)
  if (replaces.length === existing.replaces.length) return { record: existing, as: 'unchanged' }
  const { acceptedAt } = upload
  const saved = await ports.documents.save({
    ...existing,
    replaces,
    accepted_at: Math.max(acceptedAt, existing.accepted_at),
    due_at: acceptedAt,
    updated_at: acceptedAt,
  })
  if (saved === null) return null
  const finished = await finishIngest(ports, saved)
  return finished.outcome === 'ingested' ? { record: finished.record, as: 'unchanged' } : null
}

/** A FAILED or PENDING document: this upload is the one that counts now, against withdrawals and for its age. */
async function acceptAgain(
  ports: IngestPorts,
  rule: IngestRule,
  existing: DocumentRecord,
  upload: Upload,
): Promise<Accepted | null> {
  const failed = existing.state === 'FAILED'
  const acceptedAt = Math.max(upload.acceptedAt, existing.accepted_at)
  const saved = await ports.documents.save({
    ...existing,
    ...(failed && { ...upload.metadata, tags: [...upload.metadata.tags], failures: 0, reason: null }),
    state: 'PENDING',
    // What failed is over, with what it was to replace; what waits is still to do what it was told.
    replaces: union(failed ? [] : existing.replaces, upload.replaces),
    accepted_at: acceptedAt,
    give_up_at: acceptedAt + rule.maxAgeSeconds * 1000,
    round: existing.round + 1,
    due_at: ports.now() + requestLifeMs,
    updated_at: ports.now(),
  })
  if (saved === null) return null
  // The first upload may have ended before its bytes were stored.
  await storeOriginal(ports, saved, upload.bytes)
  if (failed) return { record: saved, as: 'retried' }
  await askAgain(ports, saved, 0)
  return { record: saved, as: 'unchanged' }
}

function storeOriginal({ originals }: IngestPorts, { original_key, filename }: DocumentRecord, bytes: Uint8Array) {
  return originals.store(original_key, bytes, { filename, contentType: documentTypeOf(filename) })
}
