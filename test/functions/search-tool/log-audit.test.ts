// Spec 03: an audit that could not be written goes to the structured log, and a metric counts it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logAudit } from '../../../functions/search-tool/log-audit.ts'
import { logCodes } from '../../../lib/contract/log-codes.ts'
import { loggable } from '../../../lib/lambda/loggable.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

const itemOf = (text: string, cut = false) => ({
  tool_call_id: 'c1',
  attempt: '2026-01-01T00:00:00.000Z-1a2b3c4d',
  owner: 'aws:123456789012:assumed-role/Agent',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: 1_800_000_000,
  cut,
  text,
})

function logged(text: string, cut = false) {
  const { telemetry, lines, measured } = recordedTelemetry()
  logAudit(telemetry)({ runId: 'r1', item: itemOf(text, cut), error: new Error('throttled') })
  return { lines, measured, audit: loggable(lines[0]?.fields.audit) }
}

describe('an audit that could not be written', () => {
  test('is in the log, with its call, and counted', () => {
    const { lines, measured, audit } = logged(
      JSON.stringify({ status: 'READY', query: 'why', scores: { 'd#chunk-1': 1 } }),
    )
    expect(measured).toEqual([{ metric: 'AuditWriteFailures', value: 1, dimensions: {} }])
    expect(lines).toMatchObject([
      {
        level: 'error',
        code: 'AUDIT_WRITE_FAILED',
        fields: { run_id: 'r1', tool_call_id: 'c1', cut: false, reason: 'Error' },
      },
    ])
    expect(audit).toMatchObject({ status: 'READY', scores: { 'd#chunk-1': 1 } })
  })

  test('goes out by the rule of lines without texts', () => {
    expect(logCodes.AUDIT_WRITE_FAILED).not.toHaveProperty('texts')
  })

  test('says nothing of a query, or of what a service or a tool said, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(120), (noise, end) => {
        const marker = '机密词'
        const said = `${noise}${marker}${noise}"${marker}\\`
        const text = JSON.stringify({
          status: 'READY',
          query: said,
          error: { code: 'E_X', message: said },
          context: { serviceMessage: said },
          duration_ms: 4711,
        })
        expect(JSON.stringify(logged(text).audit)).not.toContain(marker)
        expect(logged(text).audit).toMatchObject({ duration_ms: 4711, error: { code: 'E_X' } })
        expect(JSON.stringify(logged(text.slice(0, end), true).audit)).not.toContain(marker)
      }),
    )
  })
})
