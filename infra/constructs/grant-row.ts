import type { FunctionRow } from '../../functions/catalog.ts'
import type { CatalogFunction } from './catalog-function.ts'
import type { DataTable } from './data-table.ts'
import type { DiagnosisModel } from './diagnosis-model.ts'
import type { IngestQueue } from './ingest-queue.ts'
import type { KnowledgeEndpoint } from './knowledge-endpoint.ts'
import type { OriginalsBucket } from './originals-bucket.ts'

/** Everything that a function can be let near. The state machine, which itself calls functions, grants its own start. */
export type Resources = {
  readonly ledger: DataTable
  readonly documents: DataTable
  readonly originals: OriginalsBucket
  readonly ingestQueue: IngestQueue
  readonly knowledge: KnowledgeEndpoint
  readonly model: DiagnosisModel
}

/** Gives `grantee` what its row says, and nothing beyond. */
export function grantRow(grantee: CatalogFunction, { grants }: FunctionRow, resources: Resources): void {
  const { ledger, documents, originals, ingestQueue, knowledge, model } = resources
  if (grants.ledger === 'probe') ledger.grantProbe(grantee)
  if (grants.ledger === 'read') ledger.grantRead(grantee)
  if (grants.ledger === 'read-write') ledger.grantReadWrite(grantee)
  if (grants.documents === 'probe') documents.grantProbe(grantee)
  if (grants.documents === 'read-keys') documents.grantReadKeys(grantee)
  if (grants.documents === 'read-write') documents.grantReadWrite(grantee, { deletes: true })
  if (grants.originals === 'probe') originals.grantProbe(grantee)
  if (grants.originals === 'read-write') originals.grantReadWrite(grantee)
  if (grants.ingestQueue !== undefined) ingestQueue.grantSend(grantee)
  if (grants.knowledgeCredential) knowledge.grantCredential(grantee)
  if (grants.model) model.grantAsk(grantee)
}
