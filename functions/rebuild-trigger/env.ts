import { environmentOf, parameterSettings } from '../../lib/contract/settings.ts'
import { pyRagSettings } from '../../lib/knowledge/py-rag/open-py-rag.ts'

export const rebuildTriggerEnvironment = environmentOf(
  ...pyRagSettings,
  'LEDGER_TABLE',
  'DOCUMENTS_TABLE',
  'ORIGINALS_URL',
  ...parameterSettings,
)
