import { runLookup } from '../../functions/search-tool/run-lookup.ts'
import type { LookupOutcome } from '../../lib/evidence/run-evidence.ts'
import { wellFormed } from '../../lib/text/well-formed.ts'
import type { LookupContext } from './lookup-context.ts'
import { searchPortsOf } from './lookup-ports-of.ts'

/**
 * The inside of a lookup, which no caller of the search tool sees: its attempts and its stations, with nothing kept.
 * @throws the Fault that the search fails with
 */
export function runPipeline({ golden, settings, knowledge, call }: LookupContext): Promise<LookupOutcome> {
  const log = { started: 0, withdrawn: 0, tried: [] }
  return runLookup(searchPortsOf(knowledge), settings, {
    query: wellFormed(golden.query),
    toolCallId: golden.id,
    call,
    log,
  })
}
