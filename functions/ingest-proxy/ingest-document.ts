import { type Fault, toFault } from '../../lib/contract/faults.ts'
import type { IngestReply } from '../../lib/contract/knowledge-api.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { holdOf } from '../../lib/documents/mark-item.ts'
import { afterOutage } from '../../lib/documents/retry-rule.ts'
import type { KnowledgeCall } from '../../lib/knowledge/knowledge-search-port.ts'
import { askAgain } from './ask-again.ts'
import { finishIngest } from './finish-ingest.ts'
import type { IngestPorts, IngestRule } from './ingest-ports.ts'
import { isRefusal, refusalReasonOf } from './refusal.ts'
import type { Settled } from './settled.ts'

/**
 * One attempt to ingest a PENDING document, and the record of what came of it. One whose result cannot be recorded has failed
 * like any other.
 */
export async function ingestDocument(
  ports: IngestPorts,
  rule: IngestRule,
  record: DocumentRecord,
  bytes: Uint8Array,
  call: KnowledgeCall,
): Promise<Settled> {
  const { filename, category } = record
  const reply = await ports.knowledge.ingest({ filename, bytes, category, kbScope: null }, call).catch(toFault)
  if (!(reply instanceof Error)) {
    return recordIngested(ports, record, reply).catch((error) => recordTrouble(ports, rule, record, toFault(error)))
  }
  return isRefusal(reply) ? recordRefused(ports, record, reply) : recordOutage(ports, rule, record, reply)
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

/**
 * An attempt that failed for a reason of ours: it counts for the age of the document and waits for its turn like any other, so
 * that none stays PENDING for ever (spec 05, "Nothing accepted is lost").
 *
 * @throws Fault `fault`, when not even this can be recorded, or there is nothing to retry but what follows an ingest
 */
export async function recordTrouble(
  ports: IngestPorts,
  rule: IngestRule,
  attempted: DocumentRecord,
  fault: Fault,
): Promise<Settled> {
  const settled = await recordOutage(ports, rule, attempted, fault).catch(() => null)
  if (settled === null || settled.outcome === 'ingested') throw fault
  return settled
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
