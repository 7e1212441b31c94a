import { type Fault, type FaultCode, toFault } from '../../lib/contract/faults.ts'
import type { IngestReply } from '../../lib/contract/knowledge-api.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { holdOf } from '../../lib/documents/mark-item.ts'
import { afterOutage } from '../../lib/documents/retry-rule.ts'
import type { KnowledgeCall } from '../../lib/knowledge/knowledge-search-port.ts'
import { askAgain } from './ask-again.ts'
import { finishIngest } from './finish-ingest.ts'
import type { IngestPorts, IngestRule } from './ingest-ports.ts'
import type { Settled } from './settled.ts'

/** Refusals for good (spec 05): the service would say the same another time. Everything else may go better. */
const refusals: ReadonlySet<FaultCode> = new Set([
  'E_PAYLOAD_TOO_LARGE',
  'E_UNSUPPORTED_MEDIA_TYPE',
  'E_INGEST_REJECTED',
])

/** One attempt to ingest a PENDING document, and the record of what came of it. */
export async function ingestDocument(
  ports: IngestPorts,
  rule: IngestRule,
  record: DocumentRecord,
  bytes: Uint8Array,
  call: KnowledgeCall,
): Promise<Settled> {
  const { filename, category } = record
  const reply = await ports.knowledge.ingest({ filename, bytes, category, kbScope: null }, call).catch(toFault)
  if (!(reply instanceof Error)) return recordIngested(ports, record, reply)
  return refusals.has(reply.code) ? recordRefused(ports, record, reply) : recordOutage(ports, rule, record, reply)
}

/** Same document, same life: what an attempt found out about it still holds. */
const isSameLife = (now: DocumentRecord | null, then: DocumentRecord): now is DocumentRecord =>
  now !== null && now.original_key === then.original_key && now.state !== 'REMOVED'

async function recordIngested(ports: IngestPorts, attempted: DocumentRecord, reply: IngestReply): Promise<Settled> {
  const { documents, marks, now } = ports
  for (let current: DocumentRecord | null = attempted; ; current = await documents.read(attempted.document_ref)) {
    if (!isSameLife(current, attempted)) {
      // The text is in the service, and the upload that brought it is no more: only a later upload may bring it back.
      await marks.letGo(reply.doc_id, holdOf(attempted), attempted.accepted_at)
      return { outcome: 'gone' }
    }
    if (current.state === 'INGESTED') return finishIngest(ports, current)
    const saved = await documents.save({
      ...current,
      state: 'INGESTED',
      doc_id: reply.doc_id,
      chunk_count: reply.chunk_count,
      category: reply.category ?? current.category,
      reason: null,
      rebuilding_since: null,
      due_at: now(),
      updated_at: now(),
    })
    if (saved !== null) return finishIngest(ports, saved)
  }
}

async function recordRefused(ports: IngestPorts, attempted: DocumentRecord, refusal: Fault): Promise<Settled> {
  const { documents, now, telemetry } = ports
  const { document_ref } = attempted
  telemetry.log('INGEST_REFUSED', { document_ref, code: refusal.code, context: refusal.context })
  for (let current: DocumentRecord | null = attempted; ; current = await documents.read(document_ref)) {
    if (!isSameLife(current, attempted)) return { outcome: 'gone' }
    if (current.state === 'INGESTED') return { outcome: 'ingested', record: current }
    const saved = await documents.save({
      ...current,
      state: 'FAILED',
      reason: refusalReasonOf(refusal),
      due_at: null,
      updated_at: now(),
    })
    if (saved !== null) return { outcome: 'failed', record: saved, refusal }
  }
}

async function recordOutage(
  ports: IngestPorts,
  rule: IngestRule,
  attempted: DocumentRecord,
  fault: Fault,
): Promise<Settled> {
  const { documents, now, telemetry } = ports
  for (let current: DocumentRecord | null = attempted; ; current = await documents.read(attempted.document_ref)) {
    if (!isSameLife(current, attempted)) return { outcome: 'gone' }
    if (current.state === 'INGESTED') return { outcome: 'ingested', record: current }
    if (current.state === 'FAILED') return { outcome: 'failed', record: current, refusal: null }
    // Somebody else has asked the queue since; two rounds at once would only double the attempts.
    if (current.round !== attempted.round) return { outcome: 'pending', record: current }
    const after = afterOutage(current, fault.code, now(), rule)
    const saved = await documents.save(after.record)
    if (saved === null) continue
    const { document_ref, failures } = saved
    const outcome = after.outcome === 'retry' ? 'DEFERRED' : 'GIVEN_UP'
    telemetry.log('INGEST_DEFERRED', { document_ref, code: fault.code, failures, outcome, context: fault.context })
    telemetry.measure('DeferredIngests', 1, { outcome })
    if (after.outcome === 'given up') return { outcome: 'failed', record: saved, refusal: null }
    await askAgain(ports, saved, after.delaySeconds)
    return { outcome: 'pending', record: saved }
  }
}

/** What the service says of a document of this size or type, for whoever sent it. */
export const refusalMessages: Partial<Record<FaultCode, string>> = {
  E_PAYLOAD_TOO_LARGE: 'The knowledge service takes no document of this size; split it.',
  E_UNSUPPORTED_MEDIA_TYPE: 'The knowledge service takes no document of this type.',
}

/** Why it is FAILED, to be read where the uploader is no longer there to be told. */
function refusalReasonOf(refusal: Fault): string {
  const message = refusalMessages[refusal.code]
  return message === undefined ? reasonOf(refusal) : `${refusal.code}: ${message}`
}

/** Our code, and the service's where it is one: never what could hold an address or a credential. */
function reasonOf(fault: Fault): string {
  const code = serviceCodeOf(fault)
  return code === null || code === fault.code ? fault.code : `${fault.code} (${code})`
}

export function serviceCodeOf({ context }: Fault): string | null {
  const code = context.serviceCode
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : null
}
