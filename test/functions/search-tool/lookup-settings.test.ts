import { describe, expect, test } from 'vitest'
import { searchToolEnvironment } from '../../../functions/search-tool/env.ts'
import { lookupSettingsOf } from '../../../functions/search-tool/lookup-settings.ts'
import { readEnvironment } from '../../../lib/contract/settings.ts'

const needed = { PYRAG_BASE_URL: 'http://127.0.0.1:9', LEDGER_TABLE: 'l', DOCUMENTS_TABLE: 'd' }
const settings = (thresholds: Readonly<Record<string, string>>) =>
  lookupSettingsOf(readEnvironment(searchToolEnvironment, { ...needed, ...thresholds }))

describe('the thresholds', () => {
  test('that leave no room for REFERENCE stop the function, by name', () => {
    expect(() => settings({ PRECISE_THRESHOLD: '0.2' })).toThrow(
      'Configuration is not valid: PRECISE_THRESHOLD must not be below REFERENCE_THRESHOLD',
    )
  })

  test('may be the same', () => {
    expect(settings({ PRECISE_THRESHOLD: '0.5' }).evidence).toMatchObject({
      preciseThreshold: 0.5,
      referenceThreshold: 0.5,
    })
  })
})
