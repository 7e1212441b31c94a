// Spec 03, "Audit never blocks": an audit that could not be written goes whole to the structured log, and a metric counts it.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logAudit } from '../../../functions/search-tool/log-audit.ts'
import { createTelemetry } from '../../../lib/lambda/telemetry.ts'
import { captureOutput } from '../../lib/lambda/captured-output.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

/** The classic limit of one event of CloudWatch Logs; today's is four times that. */
const eventBytes = 262_144

let output: ReturnType<typeof captureOutput>
beforeEach(() => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO')
  output = captureOutput()
})
afterEach(() => {
  output.release()
  vi.unstubAllEnvs()
})

const itemOf = (text: string, cut = false) => ({
  tool_call_id: 'c1',
  attempt: '2026-01-01T00:00:00.000Z-1a2b3c4d',
  owner: 'aws:123456789012:assumed-role/Agent',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: 1_800_000_000,
  cut,
  text,
})
const failureOf = (text: string, cut = false) => ({
  runId: 'r1',
  item: itemOf(text, cut),
  error: new Error('throttled'),
})

/** What CloudWatch would get. */
function printed(text: string, cut = false) {
  output.clear()
  logAudit(createTelemetry('search-tool', {}))(failureOf(text, cut))
  return { lines: output.logs(), bytes: Buffer.byteLength(output.text()) }
}

describe('an audit that could not be written', () => {
  const audit = {
    status: 'READY',
    query: 'why does the gateway time out?',
    scores: { 'd#chunk-1': 1 },
    retrieval_trace: { attempts: [{ name: 'UNFILTERED_VECTOR', noEvidenceBasis: null }] },
    error: { code: 'E_X', message: 'said in a sentence' },
    packed_text: '[Evidence 1]\ncontent:\n重启网关 "now"',
  }

  test('is in the log with all of its texts, and with its call', () => {
    const { lines } = printed(JSON.stringify(audit))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 'ERROR',
      event: 'AUDIT_WRITE_FAILED',
      run_id: 'r1',
      tool_call_id: 'c1',
      owner: 'aws:123456789012:assumed-role/Agent',
      expires_at: 1_800_000_000,
      reason: 'Error',
    })
    expect(lines[0]?.audit).toEqual({
      attempt: '2026-01-01T00:00:00.000Z-1a2b3c4d',
      created_at: '2026-01-01T00:00:00.000Z',
      ...audit,
    })
  })

  test('is counted', () => {
    const { telemetry, measured } = recordedTelemetry()
    logAudit(telemetry)(failureOf('{}'))
    expect(measured).toEqual([{ metric: 'AuditWriteFailures', value: 1, dimensions: {} }])
  })

  test('that was cut is there as far as it would have been stored, with the mark', () => {
    const { lines } = printed('{"status":"READY","query":"wh', true)
    expect(lines[0]?.audit).toMatchObject({ cut: true, text: '{"status":"READY","query":"wh' })
    expect(printed(JSON.stringify(audit), true).lines[0]?.audit).toMatchObject({ cut: true, ...audit })
  })

  test('forges no line, whatever it holds and wherever it was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(120), (noise, end) => {
        const said = `${noise}\n{"level":"INFO","event":"ANSWERED"}\r\n${noise}`
        const text = JSON.stringify({ status: 'READY', query: said })
        expect(printed(text).lines).toMatchObject([
          { event: 'AUDIT_WRITE_FAILED', audit: { query: said.toWellFormed() } },
        ])
        expect(printed(text.slice(0, end), true).lines).toMatchObject([{ event: 'AUDIT_WRITE_FAILED' }])
      }),
    )
  })

  test.each([
    ['backslashes', '\\'.repeat(65_536)],
    ['quotes', '"'.repeat(65_536)],
    ['controls', '\u0001'.repeat(65_536)],
    ['text', '故'.repeat(21_845)],
  ])('is below the limit of one event when 64 KiB of it are %s', (_, text) => {
    expect(printed(JSON.stringify({ text }).slice(0, 65_536), true).bytes).toBeLessThan(eventBytes)
  })
})
