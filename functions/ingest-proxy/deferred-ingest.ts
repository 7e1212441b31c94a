import * as z from 'zod'
import { toFault } from '../../lib/contract/faults.ts'
import { arrivalMessage } from '../../lib/documents/arrival-message.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import { ingestMessage } from '../../lib/documents/ingest-queue-port.ts'
import { incomingKey } from '../../lib/documents/original-key.ts'
import { givenUpReason } from '../../lib/documents/retry-rule.ts'
import type { Errand, QueueMessage } from '../../lib/lambda/call.ts'
import { finishIngest } from './finish-ingest.ts'
import { ingestDocument, recordTrouble } from './ingest-document.ts'
import { type IngestPorts, type IngestRule, recordingMs } from './ingest-ports.ts'
import { receiveArrival } from './receive-arrival.ts'
import { clearRemoved } from './remove-document.ts'

type Task = { readonly ref: string; readonly addressed: z.infer<typeof ingestMessage> | null }

const task = z.union([
  ingestMessage.transform((addressed): Task => ({ ref: addressed.document_ref, addressed })),
  arrivalMessage.transform((ref): Task => ({ ref, addressed: null })),
])

/**
 * The work of one queue message: whatever is still to be done for its document. Messages may come late, twice or in any
 * order. A throw leaves the message in the queue; one that is not ours ends in the dead-letter queue by that way.
 */
export function createDeferredIngest(ports: IngestPorts, rule: IngestRule) {
  return async (message: QueueMessage, errand: Errand): Promise<void> => {
    const { ref, addressed } = task.parse(JSON.parse(message.body))
    const record = await ports.documents.read(ref)
    // A file without a document of its own: withdrawn before it came, come twice, or known under another ref.
    if (addressed === null && record?.state !== 'AWAITING') {
      ports.telemetry.log('ARRIVAL_DISCARDED', { document_ref: ref, state: record?.state ?? 'NONE' })
      return ports.originals.remove(incomingKey(ref))
    }
    if (record === null) return
    if (addressed !== null && isStale(addressed, record)) return
    await goOn(ports, rule, record, { requestId: errand.requestId, deadline: errand.deadline - recordingMs })
  }
}

/** Meant for a document that was withdrawn since, or for a round after which the queue was asked again. */
function isStale(message: z.infer<typeof ingestMessage>, record: DocumentRecord): boolean {
  return message.original_key !== record.original_key || message.round < record.round
}

async function goOn(ports: IngestPorts, rule: IngestRule, record: DocumentRecord, call: Errand): Promise<void> {
  switch (record.state) {
    case 'REMOVED':
      return clearRemoved(ports, record)
    case 'AWAITING': {
      const arrived = await receiveArrival(ports, rule, record).catch((error) =>
        giveUpArrival(ports, rule, record, error),
      )
      if (arrived !== null) await ingestDocument(ports, rule, arrived.record, arrived.bytes, call)
      return
    }
    case 'INGESTED':
      if (record.due_at !== null) await finishIngest(ports, record)
      return
    case 'FAILED':
      return
    case 'PENDING': {
      const original = await ports.originals.read(record.original_key).catch(toFault)
      if (original instanceof Error) await recordTrouble(ports, rule, record, original)
      else if (original === null) await recordMissing(ports, record)
      else await ingestDocument(ports, rule, record, original.bytes, call)
    }
  }
}

/** Whether a file is there is not known. If it is, it was accepted before its form expired: no document is PENDING for ever. */
async function giveUpArrival(
  ports: IngestPorts,
  rule: IngestRule,
  record: DocumentRecord,
  error: unknown,
): Promise<null> {
  const { documents, now, telemetry } = ports
  if (now() < record.give_up_at + rule.maxAgeSeconds * 1000) throw error
  const { code, context } = toFault(error)
  const reason = givenUpReason(code, rule)
  const current = await documents.read(record.document_ref)
  if (current?.state !== 'AWAITING') throw error
  if ((await documents.save({ ...current, state: 'FAILED', reason, due_at: null, updated_at: now() })) === null)
    throw error
  telemetry.log('INGEST_DEFERRED', { document_ref: record.document_ref, code, outcome: 'GIVEN_UP', context })
  telemetry.measure('DeferredIngests', 1, { outcome: 'GIVEN_UP' })
  return null
}

/** The upload ended between its record and its original: its sender got no answer, and finds out here. */
async function recordMissing({ documents, now }: IngestPorts, record: DocumentRecord): Promise<void> {
  const reason = 'The upload was cut off before the file was stored; upload it again.'
  await documents.save({ ...record, state: 'FAILED', reason, due_at: null, updated_at: now() })
}
