import { Fault } from '../../lib/contract/faults.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { contentRefOf, sha256Of } from '../../lib/documents/document-ref.ts'
import { documentTypeOf } from '../../lib/documents/document-type.ts'
import { incomingKey } from '../../lib/documents/original-key.ts'
import { acceptUpload } from './accept-upload.ts'
import { isKnown } from './find-document.ts'
import { type IngestPorts, type IngestRule, requestLifeMs } from './ingest-ports.ts'
import { removeDocument } from './remove-document.ts'

type Arrived = { readonly record: DocumentRecord; readonly bytes: Uint8Array }

const changedMeanwhile = () => new Fault('E_LEDGER_UNAVAILABLE', { context: { changed: 'while a file arrived' } })

/**
 * Makes an AWAITING document whose file has arrived a PENDING one, accepted when the file was stored. The same content under
 * the same name that is known already stays one document, and this one gives way to it.
 *
 * @returns what is to be ingested now; null for nothing: not arrived, unchanged, or the form expired without a file
 * @throws Fault `E_LEDGER_UNAVAILABLE` also when the document changed meanwhile: the message comes again
 */
export async function receiveArrival(
  ports: IngestPorts,
  rule: IngestRule,
  awaiting: DocumentRecord,
): Promise<Arrived | null> {
  const { documents, originals, now } = ports
  const { document_ref: ref, filename } = awaiting
  const incoming = await originals.read(incomingKey(ref))
  if (incoming === null) {
    if (now() >= awaiting.give_up_at) await removeDocument(ports, awaiting, null)
    return null
  }
  const { bytes, storedAt } = incoming
  const sha256 = sha256Of(bytes)
  const contentRef = contentRefOf(filename, sha256)
  // A form can be posted twice: what was claimed for the first file is not this one's.
  if (awaiting.content_ref !== null && awaiting.content_ref !== contentRef) {
    await documents.release(awaiting.content_ref, ref)
  }
  const known = { ...awaiting, sha256, size_bytes: bytes.length, content_ref: contentRef }
  const named = await documents.save(known)
  if (named === null) throw changedMeanwhile()
  const holder = await documents.claim(contentRef, ref)
  if (holder !== ref) return giveWay(ports, rule, named, bytes, storedAt)

  await originals.store(named.original_key, bytes, { filename, contentType: documentTypeOf(filename) })
  const pending = await documents.save({
    ...named,
    state: 'PENDING',
    reason: null,
    accepted_at: storedAt,
    give_up_at: storedAt + rule.maxAgeSeconds * 1000,
    due_at: now() + requestLifeMs,
    uploaded_at: now(),
    updated_at: now(),
  })
  if (pending === null) throw changedMeanwhile()
  await originals.remove(incomingKey(ref))
  return { record: pending, bytes }
}

/** The content is another document's: this upload is one of that document, as if it had come by the API. */
async function giveWay(
  ports: IngestPorts,
  rule: IngestRule,
  awaiting: DocumentRecord,
  bytes: Uint8Array,
  storedAt: number,
): Promise<Arrived | null> {
  const { filename, category, fault_source, title, tags } = awaiting
  const metadata = { category, fault_source, title, tags }
  // It was known when the form was given out. What is gone since needs no withdrawal, and nobody is there to hear of it.
  const [asked] = awaiting.replaces
  const replaces = asked !== undefined && (await isKnown(ports, asked)) ? asked : null
  const accepted = await acceptUpload(ports, rule, { filename, bytes, metadata, replaces, acceptedAt: storedAt })
  if (!(await ports.documents.giveWay(awaiting, accepted.record.document_ref))) throw changedMeanwhile()
  await ports.originals.remove(incomingKey(awaiting.document_ref))
  return accepted.as === 'unchanged' ? null : { record: accepted.record, bytes }
}
