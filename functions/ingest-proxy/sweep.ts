import { sweepGraceMs } from '../../lib/documents/retry-rule.ts'
import type { Errand } from '../../lib/lambda/call.ts'
import { askAgain } from './ask-again.ts'
import type { IngestPorts } from './ingest-ports.ts'
import { measurePending } from './measure-pending.ts'

type SweepPorts = Pick<IngestPorts, 'documents' | 'queue' | 'telemetry' | 'now'>

const batch = 100

/**
 * Finds documents that are overdue, because a crash or an outage came between two steps, and puts them on the queue again.
 * It decides nothing itself: the record says what is to be done.
 */
export function createSweep(ports: SweepPorts) {
  return async ({ deadline }: Pick<Errand, 'deadline'>): Promise<void> => {
    await queueOverdue(ports, deadline)
    await measurePending(ports, deadline)
  }
}

async function queueOverdue(ports: SweepPorts, deadline: number): Promise<void> {
  const { documents, now, telemetry } = ports
  for (;;) {
    const refs = await documents.due(now(), batch)
    let moved = 0
    for (const ref of refs) {
      const record = await documents.read(ref)
      // The index lags behind the record.
      if (record === null || record.due_at === null || record.due_at > now()) continue
      const saved = await documents.save({ ...record, due_at: now() + sweepGraceMs })
      if (saved === null) continue
      moved += 1
      telemetry.log('SWEPT', { document_ref: ref, state: saved.state })
      await askAgain(ports, saved, 0)
    }
    if (refs.length < batch || moved === 0 || now() >= deadline) return
  }
}
