// What a lookup needs: ports in, settings beside them.
import type { RetrievalMode } from '../../lib/contract/knowledge-api.ts'
import type { EvidenceSettings } from '../../lib/evidence/evidence-settings.ts'
import type { KnowledgeSearchPort } from '../../lib/knowledge/knowledge-search-port.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'

export type WithdrawalCheck = {
  /** Which of the documents are withdrawn. Fails closed: a throw, never an empty set. */
  readonly withdrawnAmong: (docIds: readonly string[], deadline: number) => Promise<ReadonlySet<string>>
}

export type LookupPorts = {
  readonly ledger: Pick<Ledger, 'record'>
  readonly knowledge: KnowledgeSearchPort
  readonly withdrawals: WithdrawalCheck
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly telemetry: Pick<Telemetry, 'log' | 'measure'>
}

export type LookupSettings = {
  readonly evidence: EvidenceSettings
  readonly mode: RetrievalMode
  readonly topK: number
  readonly kbScope: string | null
  readonly categoryPolicy: Readonly<Record<string, string>> | undefined
}
