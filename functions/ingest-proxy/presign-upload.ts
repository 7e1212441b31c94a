import { documentMetadata, presignRequest } from '../../lib/contract/document.ts'
import { limits } from '../../lib/contract/limits.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { newDocumentRef } from '../../lib/documents/document-ref.ts'
import { documentTypeOf } from '../../lib/documents/document-type.ts'
import { toFileName } from '../../lib/documents/file-name.ts'
import { incomingKey } from '../../lib/documents/original-key.ts'
import { sweepGraceMs } from '../../lib/documents/retry-rule.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import { checkReplaced } from './find-document.ts'
import type { IngestPorts, IngestRule } from './ingest-ports.ts'
import { newRecord } from './new-record.ts'
import { refuseUnknown } from './refuse-unknown.ts'

const formLifeMs = 15 * 60_000

const namesIn = (body: unknown) => (typeof body === 'object' && body !== null ? Object.keys(body) : [])

/**
 * `POST /api/documents/uploads`: a form for a file that is too large for the API. The document is there at once, but on no
 * list before its file has arrived; without a file it goes away after the form has expired.
 */
export function createPresign(
  ports: Pick<IngestPorts, 'documents' | 'marks' | 'originals' | 'now'>,
  rule: IngestRule,
): Operation {
  return async (call) => {
    refuseUnknown(Object.keys(call.query), [])
    const body = call.json()
    refuseUnknown(namesIn(body), Object.keys(presignRequest.shape))
    const { filename: sent, replaces, ...given } = parseInput(presignRequest, body)
    const filename = toFileName(sent)
    const contentType = documentTypeOf(filename)
    const metadata = documentMetadata.parse(given)
    await checkReplaced(ports, replaces)
    const now = ports.now()
    const ref = newDocumentRef()
    const expiresAt = now + formLifeMs
    const bounds = { maxBytes: limits.document.presignedFileBytes, now, expiresAt }
    const { maxBytes, ...form } = await ports.originals.presign(incomingKey(ref), { filename, contentType }, bounds)
    const upload = { filename, bytes: new Uint8Array(), metadata, replaces, acceptedAt: now }
    await ports.documents.create({
      ...newRecord(ref, '', upload, rule),
      state: 'AWAITING',
      reason: 'The file has not arrived yet.',
      give_up_at: expiresAt,
      due_at: expiresAt + sweepGraceMs,
    })
    return {
      status: 201,
      body: { document_ref: ref, ...form, expires_at: new Date(expiresAt).toISOString(), max_bytes: maxBytes },
    }
  }
}
