import { environmentOf } from '../../lib/contract/settings.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const agentTurnEnvironment = environmentOf(
  ...ledgerSettings,
  'RUN_MAX_TURNS',
  'RUN_MAX_REPAIRS',
  'DIAGNOSIS_MODEL',
  'BEDROCK_MODEL_ID',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_API_KEY_SECRET',
  'MODEL_TIMEOUT_MS',
)
