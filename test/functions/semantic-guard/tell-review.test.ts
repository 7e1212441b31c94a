import { expect, test } from 'vitest'
import { tellReview } from '../../../functions/semantic-guard/tell-review.ts'
import type { SemanticRow } from '../../../lib/contract/semantic.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

const row = (verdict: SemanticRow['verdict'], rule: SemanticRow['rule']): SemanticRow => ({
  statement: '/analysis/0',
  verdict,
  rule,
  reason: 'Fixed words.',
  words: ['4711'],
})

test('a review counts its statements by verdict, and says which rules decided, never a statement’s words', () => {
  const { telemetry, measured, lines } = recordedTelemetry()
  const rows = [row('SUPPORTED', 'consistent'), row('UNSUPPORTED', 'figures'), row('SUPPORTED', 'consistent')]
  tellReview(telemetry, { layer: 'rules', model: null, judge_unavailable: null, rows })
  expect(measured).toEqual([
    { metric: 'SemanticVerdicts', value: 2, dimensions: { verdict: 'SUPPORTED' } },
    { metric: 'SemanticVerdicts', value: 1, dimensions: { verdict: 'UNSUPPORTED' } },
  ])
  expect(lines).toMatchObject([
    {
      code: 'STATEMENTS_JUDGED',
      fields: { layer: 'rules', verdicts: { SUPPORTED: 2, UNSUPPORTED: 1 }, rules: ['consistent', 'figures'] },
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/4711|Fixed/)
})
