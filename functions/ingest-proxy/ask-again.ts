import { toFault } from '../../lib/contract/faults.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'
import type { IngestPorts } from './ingest-ports.ts'

/** Puts a document on the queue. If that fails it is no loss, only later: the record says when the sweep shall look. */
export async function askAgain(
  { queue, telemetry }: Pick<IngestPorts, 'queue' | 'telemetry'>,
  { document_ref, original_key, round }: DocumentRecord,
  delaySeconds: number,
): Promise<void> {
  try {
    await queue.send({ document_ref, original_key, round }, delaySeconds)
  } catch (error) {
    telemetry.log('QUEUE_UNAVAILABLE', { document_ref, code: toFault(error).code })
  }
}
