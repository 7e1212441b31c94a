import { Fault } from '../../lib/contract/faults.ts'
import { type DocumentRecord, toDocumentView } from '../../lib/documents/document-record.ts'
import type { Answer, Call, Operation } from '../../lib/lambda/call.ts'
import { type Accepted, acceptUpload } from './accept-upload.ts'
import { ingestDocument } from './ingest-document.ts'
import { type IngestPorts, type IngestRule, recordingMs } from './ingest-ports.ts'
import { readUpload } from './read-upload.ts'
import { refusalForCaller } from './refusal.ts'
import { removeDocument } from './remove-document.ts'
import type { Settled } from './settled.ts'

/** `POST /api/documents/upload`: a refusal for good is the caller's to hear, and keeps nothing (spec 05). */
export function createBusinessUpload(ports: IngestPorts, rule: IngestRule): Operation {
  return async (call) => {
    const { accepted, settled } = await upload(ports, rule, call)
    if (settled === null) return show(200, accepted.record, true)
    if (settled.outcome === 'failed' && settled.refusal !== null) {
      // A document that had FAILED before stays what it was; this upload alone is refused.
      const mine = accepted.as === 'new' && settled.record.accepted_at === accepted.record.accepted_at
      if (mine) await removeDocument(ports, settled.record, null)
      throw refusalForCaller(settled.refusal)
    }
    const record = recordOf(settled)
    return show(record.state === 'INGESTED' ? 201 : 202, record)
  }
}

/** `POST /api/upload`: whatever comes of the ingest, the upload is stored and answered with 200 (spec 05). */
export function createSimpleUpload(ports: IngestPorts, rule: IngestRule): Operation {
  return async (call) => {
    const { accepted, settled } = await upload(ports, rule, call)
    return settled === null ? show(200, accepted.record, true) : show(200, recordOf(settled))
  }
}

/** `settled` is null for an upload that brought nothing new. */
async function upload(
  ports: IngestPorts,
  rule: IngestRule,
  call: Call,
): Promise<{ accepted: Accepted; settled: Settled | null }> {
  const request = await readUpload(call)
  const accepted = await acceptUpload(ports, rule, { ...request, acceptedAt: ports.now() })
  if (accepted.as === 'unchanged') return { accepted, settled: null }
  const deadline = Math.min(call.deadline - recordingMs, ports.now() + rule.inlineTimeoutMs)
  const knowledgeCall = { requestId: call.requestId, deadline }
  return { accepted, settled: await ingestDocument(ports, rule, accepted.record, request.bytes, knowledgeCall) }
}

function recordOf(settled: Settled): DocumentRecord {
  if (settled.outcome !== 'gone') return settled.record
  throw new Fault('E_NOT_FOUND', { message: 'The document was withdrawn while it was being ingested.' })
}

const show = (status: number, record: DocumentRecord, unchanged = false): Answer => ({
  status,
  body: toDocumentView(record, unchanged),
})
