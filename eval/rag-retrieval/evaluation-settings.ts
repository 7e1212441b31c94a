import { searchToolEnvironment } from '../../functions/search-tool/env.ts'
import type { LookupSettings } from '../../functions/search-tool/lookup-ports.ts'
import { lookupSettingsOf } from '../../functions/search-tool/lookup-settings.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'

/** Keeps evaluation documents and production documents apart, in both directions (spec 07, "Assets"). */
export const evaluationScope = 'rag-eval'

/**
 * The search tool's settings as they are deployed when nobody sets anything, but for the scope: a changed default is a change that
 * the evaluation must see, a variable of somebody's shell is not.
 */
export function evaluationSettings(): LookupSettings {
  const unused = { PYRAG_BASE_URL: 'http://127.0.0.1', LEDGER_TABLE: 'none', DOCUMENTS_TABLE: 'none' }
  return lookupSettingsOf(readEnvironment(searchToolEnvironment, { ...unused, KB_SCOPE: evaluationScope }))
}
