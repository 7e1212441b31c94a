import { environmentOf } from '../../lib/contract/settings.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const diagnosisStartEnvironment = environmentOf(
  ...ledgerSettings,
  'DIAGNOSIS_WORKFLOW',
  'DIAGNOSIS_TIMEOUT_SECONDS',
)
