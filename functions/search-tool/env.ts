import { type Environment, environmentOf, parameterSettings } from '../../lib/contract/settings.ts'
import { searchSettings } from '../../lib/knowledge/open-search.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const searchToolEnvironment = environmentOf(
  ...searchSettings,
  'RETRIEVAL_MODE',
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
