import type { LookupPorts } from '../../functions/search-tool/lookup-ports.ts'
import type { SearchPorts } from '../../functions/search-tool/search-attempt.ts'
import type { KnowledgeSearchPort } from '../../lib/knowledge/knowledge-search-port.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'

/** What a search needs, in an evaluation: nothing is withdrawn, no time passes. */
export function searchPortsOf(knowledge: KnowledgeSearchPort): SearchPorts {
  return { knowledge, withdrawals: { withdrawnAmong: async () => new Set() }, now: () => 0 }
}

/** The search tool's ports for an evaluation: nobody reads the log. */
export function lookupPortsOf(ledger: Ledger, knowledge: KnowledgeSearchPort): LookupPorts {
  return { ...searchPortsOf(knowledge), ledger, telemetry: { log: () => undefined, measure: () => undefined } }
}
