import { expect, test } from 'vitest'
import { tellVerdict } from '../../../functions/evidence-guard/tell-verdict.ts'
import type { ViolationCode } from '../../../lib/contract/violations.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

const violation = (code: ViolationCode) => ({ code, path: '/analysis/0', message: 'The text of it.', hint: 'Do.' })

test('a draft that passes counts as one, and has no violations', () => {
  const { telemetry, measured } = recordedTelemetry()
  tellVerdict(telemetry, { verdict: 'PASS', violations: [], violations_total: 0, snapshot: null })
  expect(measured).toEqual([{ metric: 'GuardVerdicts', value: 1, dimensions: { verdict: 'PASS' } }])
})

test('a rejected draft counts its violations by code: how many there were, one sample a draft', () => {
  const { telemetry, measured, lines } = recordedTelemetry()
  const codes = ['TOOL_CALL_UNKNOWN', 'QUOTE_NOT_IN_EVIDENCE', 'TOOL_CALL_UNKNOWN'] as const
  const verdict = { verdict: 'REJECT' as const, violations: codes.map(violation), violations_total: 7, snapshot: null }
  tellVerdict(telemetry, verdict)
  expect(measured).toEqual([
    { metric: 'GuardVerdicts', value: 1, dimensions: { verdict: 'REJECT' } },
    { metric: 'GuardViolations', value: 2, dimensions: { code: 'TOOL_CALL_UNKNOWN' } },
    { metric: 'GuardViolations', value: 1, dimensions: { code: 'QUOTE_NOT_IN_EVIDENCE' } },
  ])
  expect(lines).toEqual([
    {
      level: 'info',
      code: 'DRAFT_CHECKED',
      fields: { verdict: 'REJECT', violations_total: 7, codes: { TOOL_CALL_UNKNOWN: 2, QUOTE_NOT_IN_EVIDENCE: 1 } },
    },
  ])
})
