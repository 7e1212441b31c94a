import { environmentOf } from '../../lib/contract/settings.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const semanticGuardEnvironment = environmentOf(
  ...ledgerSettings,
  'SEMANTIC_JUDGE',
  'DIAGNOSIS_MODEL',
  'BEDROCK_MODEL_ID',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_API_KEY_SECRET',
  'MODEL_TIMEOUT_MS',
)
