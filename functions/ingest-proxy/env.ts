import { environmentOf, parameterSettings } from '../../lib/contract/settings.ts'
import { pyRagSettings } from '../../lib/knowledge/py-rag/open-py-rag.ts'

export const ingestProxyEnvironment = environmentOf(
  'DOCUMENTS_TABLE',
  'ORIGINALS_URL',
  'INGEST_QUEUE_URL',
  'INGEST_INLINE_TIMEOUT_MS',
  'INGEST_RETRY_DELAY_SECONDS',
  'INGEST_MAX_AGE_SECONDS',
  ...pyRagSettings,
  ...parameterSettings,
)
