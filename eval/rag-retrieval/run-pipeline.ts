import { searchAttempt } from '../../functions/search-tool/search-attempt.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { categoryFor } from '../../lib/evidence/plan-attempts.ts'
import { type LookupOutcome, runEvidence } from '../../lib/evidence/run-evidence.ts'
import { wellFormed } from '../../lib/text/well-formed.ts'
import type { LookupContext } from './lookup-context.ts'
import { lookupPortsOf } from './lookup-ports-of.ts'

/**
 * The inside of a lookup, which no caller of the search tool sees: its attempts and its stations, as the use case joins them.
 * @throws the Fault that the search fails with
 */
export async function runPipeline({ golden, settings, knowledge, call }: LookupContext): Promise<LookupOutcome> {
  const query = wellFormed(golden.query)
  const log = { started: 0, withdrawn: 0, tried: [] }
  const ports = lookupPortsOf({ record: noLedger, readCited: noLedger, readRun: noLedger }, knowledge)
  return runEvidence(
    { query, toolCallId: golden.id, category: categoryFor(query, settings.categoryPolicy) },
    (attempt) => searchAttempt(ports, settings, { query, attempt, call, log }),
    settings.evidence,
  )
}

/** The stations have nothing to do with it. */
const noLedger = () => Promise.reject(new Fault('E_INTERNAL'))
