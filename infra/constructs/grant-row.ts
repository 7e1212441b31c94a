import type { FunctionRow } from '../../functions/catalog.ts'
import type { CatalogFunction } from './catalog-function.ts'
import type { DataTable } from './data-table.ts'
import type { DiagnosisModel } from './diagnosis-model.ts'
import type { IngestQueue } from './ingest-queue.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import type { KnowledgeEndpoint } from './knowledge-endpoint.ts'
import type { OriginalsBucket } from './originals-bucket.ts'

/** Everything that a function can be let near. The state machine, which itself calls functions, grants its own start. */
export type Resources = {
  readonly ledger: DataTable
  readonly documents: DataTable
  readonly originals: OriginalsBucket
  readonly ingestQueue: IngestQueue
  readonly knowledge: KnowledgeEndpoint
  /** What answers searches instead of the knowledge service, in stages that have one. */
  readonly knowledgeBase: KnowledgeBase | undefined
  readonly model: DiagnosisModel
}

/**
 * Whether a function asks the knowledge service itself: has its address, and no knowledge base that answers in its place (documents
 * are ingested into the service, whoever answers searches).
 */
export function asksService({ environment, grants }: FunctionRow, { knowledgeBase }: Resources): boolean {
  return environment.includes('PYRAG_BASE_URL') && !(grants.knowledgeBase && knowledgeBase !== undefined)
}

/** Gives `grantee` what its row says, and nothing beyond. */
export function grantRow(grantee: CatalogFunction, row: FunctionRow, resources: Resources): void {
  const { grants } = row
  const { ledger, documents, originals, ingestQueue, knowledge, knowledgeBase, model } = resources
  if (grants.ledger === 'probe') ledger.grantProbe(grantee)
  if (grants.ledger === 'read') ledger.grantRead(grantee)
  if (grants.ledger === 'read-write') ledger.grantReadWrite(grantee)
  if (grants.documents === 'probe') documents.grantProbe(grantee)
  if (grants.documents === 'read-keys') documents.grantReadKeys(grantee)
  if (grants.documents === 'read-write') documents.grantReadWrite(grantee, { deletes: true })
  if (grants.originals === 'probe') originals.grantProbe(grantee)
  if (grants.originals === 'read-write') originals.grantReadWrite(grantee)
  if (grants.ingestQueue !== undefined) ingestQueue.grantSend(grantee)
  if (grants.knowledgeCredential && asksService(row, resources)) knowledge.grantCredential(grantee)
  if (grants.knowledgeBase) knowledgeBase?.grantRetrieve(grantee)
  if (grants.model) model.grantAsk(grantee)
}
