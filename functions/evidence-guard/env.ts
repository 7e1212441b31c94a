import { environmentOf } from '../../lib/contract/settings.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

export const evidenceGuardEnvironment = environmentOf(...ledgerSettings, 'GUARD_REQUIRE_QUOTES')
