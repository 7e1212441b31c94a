import type { LookupPorts } from '../../functions/search-tool/lookup-ports.ts'
import type { KnowledgeSearchPort } from '../../lib/knowledge/knowledge-search-port.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'

/** The search tool's ports for an evaluation: nothing is withdrawn, no time passes, nobody reads the log. */
export function lookupPortsOf(ledger: Ledger, knowledge: KnowledgeSearchPort): LookupPorts {
  return {
    ledger,
    knowledge,
    withdrawals: { withdrawnAmong: async () => new Set() },
    now: () => 0,
    telemetry: { log: () => undefined, measure: () => undefined },
  }
}
