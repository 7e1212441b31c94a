import { type Environment, environmentOf, parameterSettings } from '../../lib/contract/settings.ts'
import { pyRagSettings } from '../../lib/knowledge/open-py-rag.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const searchToolEnvironment = environmentOf(
  'KNOWLEDGE_ENGINE',
  ...pyRagSettings,
  'RETRIEVAL_MODE',
  'RETRIEVAL_TOP_K',
  'RETURN_N',
  'MAX_CHUNKS_PER_DOCUMENT',
  'PRECISE_THRESHOLD',
  'REFERENCE_THRESHOLD',
  'CONTEXT_CHAR_BUDGET',
  'KB_SCOPE',
  'CATEGORY_POLICY',
  'MESSAGE_LOCALE',
  'PROJECTION_MAX_ITEMS',
  'PROJECTION_MAX_EXCERPT_CHARS',
  'PROJECTION_MAX_QUERY_CHARS',
  'PROJECTION_MAX_BYTES',
  ...ledgerSettings,
  'DOCUMENTS_TABLE',
  ...parameterSettings,
)
export type SearchToolEnvironment = Environment<typeof searchToolEnvironment>
