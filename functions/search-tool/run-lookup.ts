// The inside of a lookup, joined here once: what the evaluation measures is what the search tool runs.
import { categoryFor } from '../../lib/evidence/plan-attempts.ts'
import { type LookupOutcome, runEvidence } from '../../lib/evidence/run-evidence.ts'
import type { KnowledgeCall } from '../../lib/knowledge/knowledge-search-port.ts'
import type { LookupSettings } from './lookup-ports.ts'
import { type AttemptLog, type SearchPorts, searchAttempt } from './search-attempt.ts'

export type LookupOrder = {
  /** Well-formed. */
  readonly query: string
  readonly toolCallId: string
  readonly call: KnowledgeCall
  /** Filled on the way, also by a lookup that fails. */
  readonly log: AttemptLog
}

/** Attempts by the category policy, then the stations of evidence. @throws the Fault that the search fails with */
export function runLookup(
  ports: SearchPorts,
  settings: LookupSettings,
  { query, toolCallId, call, log }: LookupOrder,
): Promise<LookupOutcome> {
  return runEvidence(
    { query, toolCallId, category: categoryFor(query, settings.categoryPolicy) },
    (attempt) => searchAttempt(ports, settings, { query, attempt, call, log }),
    settings.evidence,
  )
}
