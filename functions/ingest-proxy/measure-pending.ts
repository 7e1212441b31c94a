import type { IngestPorts } from './ingest-ports.ts'

/** How many open documents are looked at: those due first. */
const lookedAt = 100
/** Everything that is open is due before it, and it still sorts as text. */
const everMs = Date.UTC(9999, 0)

/** Measures how long the oldest PENDING document has been waiting. @param deadline epoch milliseconds; past it, what was seen counts */
export async function measurePending(
  { documents, now, telemetry }: Pick<IngestPorts, 'documents' | 'now' | 'telemetry'>,
  deadline: number,
): Promise<void> {
  let oldest = now()
  for (const ref of await documents.due(everMs, lookedAt)) {
    if (now() >= deadline) break
    const record = await documents.read(ref)
    if (record?.state === 'PENDING') oldest = Math.min(oldest, record.accepted_at)
  }
  telemetry.measure('OldestPendingAge', Math.round((now() - oldest) / 1000))
}
