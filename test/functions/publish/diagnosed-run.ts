// A run with one lookup and one draft in the real ledger, for those who judge and publish it.
import type { SemanticReview, SemanticVerdict } from '../../../lib/contract/semantic.ts'
import type { TurnItem } from '../../../lib/contract/turn.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { found, openTestLedger } from '../../lib/ledger/test-ledger.ts'

/** The excerpt of the view that `found` makes holds this sentence. */
export const question = 'Why does the gateway time out?'

type Fields = Readonly<Record<string, unknown>>

/** @param overAnalysis changes the draft's one analysis. `asked`: what the run is about */
export async function diagnosedRun(endpoint: string, table: string, overAnalysis: Fields = {}, asked = question) {
  const over = openTestLedger(endpoint, table)
  const { telemetry, lines, measured } = recordedTelemetry()
  const runs = createDiagnosisLedger(over.context)
  await runs.open(over.access(), asked, 900)
  const { record } = await over.call('c1', found('c1', ['gateway-md-11111111#chunk-1']))
  const excerpt: string = JSON.parse(record.projection ?? '{}').evidence[0].excerpt
  const draft = {
    analysis: [
      {
        id: 'a1',
        kind: 'NORMAL',
        text: excerpt,
        tool_call_ids: ['c1'],
        document_ids: ['gateway-md-11111111#chunk-1'],
        quotes: [{ document_id: 'gateway-md-11111111#chunk-1', text: excerpt }],
        ...overAnalysis,
      },
    ],
    conclusion: null,
    action_plan: [],
    limitations: ['One runbook was read.'],
  }
  const turn: TurnItem = {
    n: 1,
    kind: 'search',
    model: 'scripted',
    messages: [],
    stop: 'tool_calls',
    next: 'DRAFT',
    lookups: [],
    refused: [],
    draft,
    fallback_cause: null,
    created_at: '2026-01-01T00:00:00.000Z',
  }
  await runs.putTurn(over.access(), turn)
  const call = { owner: 'alice', requestId: 'request-1', deadline: Date.now() + 20_000 }
  return {
    ...over,
    runs,
    draft,
    excerpt,
    /** Puts a repair as turn `n`, with the draft's analysis changed. */
    repair: (n: number, overAnalysis: Fields, overTurn: Partial<TurnItem> = {}) =>
      runs.putTurn(over.access(), {
        ...turn,
        n,
        kind: 'repair',
        draft: { ...draft, analysis: draft.analysis.map((analysis) => ({ ...analysis, ...overAnalysis })) },
        ...overTurn,
      }),
    taskCall: call,
    ports: { ledger: over.ledger, runs, now: () => over.clock.time, telemetry },
    lines,
    measured,
  }
}

/** What the semantic guard stored of the draft's one statement. */
export function reviewOf(verdict: SemanticVerdict): SemanticReview {
  const row = { statement: '/analysis/0', verdict, reason: 'as tested', rule: 'coverage', words: [] } as const
  return { layer: 'rules', model: null, judge_unavailable: null, rows: [{ ...row, words: [] }] }
}
