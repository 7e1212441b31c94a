import type { DocumentMarks } from '../../lib/documents/document-marks-port.ts'
import type { DocumentStore } from '../../lib/documents/document-store-port.ts'
import type { IngestQueue } from '../../lib/documents/ingest-queue-port.ts'
import type { Originals } from '../../lib/documents/originals-port.ts'
import type { RetryRule } from '../../lib/documents/retry-rule.ts'
import type { KnowledgeAdminPort } from '../../lib/knowledge/knowledge-admin-port.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'

/** What the life of a document needs from outside. */
export type IngestPorts = {
  readonly documents: DocumentStore
  readonly marks: DocumentMarks
  readonly originals: Originals
  readonly queue: IngestQueue
  readonly knowledge: Pick<KnowledgeAdminPort, 'ingest'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly telemetry: Pick<Telemetry, 'log' | 'measure'>
}

export type IngestRule = RetryRule & {
  /** Time that an upload request may spend on its ingest. */
  readonly inlineTimeoutMs: number
}

/** Longer than any request or errand lives: after this, what it was about to do is left to the sweep. */
export const requestLifeMs = 35_000

/** Kept back from a call's time for recording what came of the ingest. */
export const recordingMs = 2000
