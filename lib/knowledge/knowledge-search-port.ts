// The seam between engines and the evidence chain: everything after it knows only `KnowledgeHit` (spec 01, "Other engines").
import type { RetrievalMode } from '../contract/knowledge-api.ts'
import type { KnowledgeHit } from '../contract/knowledge-hit.ts'

export type KnowledgeQuery = {
  readonly query: string
  readonly mode: RetrievalMode
  readonly topK: number
  readonly category: string | null
  readonly kbScope: string | null
}

/** What every call to the service carries: our request id, and the caller's deadline in epoch milliseconds. */
export type KnowledgeCall = { readonly requestId: string; readonly deadline: number }

export type KnowledgeAnswer = {
  /** In the engine's order. Empty is an honest "no evidence", never a failure. */
  readonly hits: readonly KnowledgeHit[]
  readonly evidenceStatus: 'supported' | 'no_evidence'
  readonly noEvidenceBasis: string | null
  readonly recallCount: number | null
  readonly rerankModel: string | null
  readonly serviceRequestId: string | null
  /** What in the reply did not keep the contract, one sentence each. */
  readonly contractWarnings: readonly string[]
}

export type KnowledgeSearchPort = {
  /**
   * @throws Fault `E_KNOWLEDGE_UNAVAILABLE`, `E_KNOWLEDGE_TIMEOUT`, `E_KNOWLEDGE_BAD_RESPONSE`. A failure is never an
   * empty answer.
   */
  search(query: KnowledgeQuery, call: KnowledgeCall): Promise<KnowledgeAnswer>
}
