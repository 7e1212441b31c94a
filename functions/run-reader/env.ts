import { environmentOf } from '../../lib/contract/settings.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const runReaderEnvironment = environmentOf(...ledgerSettings)
