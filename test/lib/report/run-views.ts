// Runs as the reader gives them, with only the fields that matter to a test changed.
import type { EvidenceItem, RagToolResult } from '../../../lib/contract/rag-tool-result.ts'
import type { DiagnosisReport, RejectedDraft } from '../../../lib/contract/report.ts'
import type { RunView } from '../../../lib/contract/run.ts'
import type { SemanticReview, SemanticRow } from '../../../lib/contract/semantic.ts'
import type { TurnItem } from '../../../lib/contract/turn.ts'
import type { SnapshotInvocation, Violation } from '../../../lib/contract/verdict.ts'

export type Invocation = RunView['invocations'][number]

export const item = (document_id: string, over: Partial<EvidenceItem> = {}): EvidenceItem => ({
  document_id,
  source: 'gateway-timeout.md',
  title: 'API gateway timeouts (HTTP 504)',
  breadcrumb: 'API gateway timeouts (HTTP 504) > Checks',
  excerpt:
    'Compare the p99 latency of that service with the day before. If it rose together with the 504 answers,\nthe cause is behind the gateway, not in it.',
  ...over,
})

export function stored(toolCallId: string, evidence: readonly EvidenceItem[], over: Partial<RagToolResult> = {}) {
  return {
    evidence_status: evidence.length > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
    tool_call_id: toolCallId,
    query: `query of ${toolCallId}`,
    evidence: [...evidence],
    returned_count: evidence.length,
    relevance_level: evidence.length > 0 ? 'PRECISE' : null,
    truncated: false,
    ...over,
  } satisfies RagToolResult
}

export function invocation(toolCallId: string, over: Partial<Invocation> = {}): Invocation {
  return {
    tool_call_id: toolCallId,
    tool: 'lookup_knowledge',
    status: 'READY',
    origin: 'searched',
    result: stored(toolCallId, [item(`${toolCallId}-doc#chunk-1`)]),
    error: null,
    created_at: '2026-01-01T00:00:01.000Z',
    expired: false,
    audit: [],
    ...over,
  }
}

export function kept(
  { tool_call_id, evidence, query, evidence_status, relevance_level, truncated }: RagToolResult,
  over: Partial<SnapshotInvocation> = {},
): SnapshotInvocation {
  return {
    tool_call_id,
    tool: 'lookup_knowledge',
    origin: 'searched',
    query,
    evidence_status,
    relevance_level,
    truncated,
    projection_sha256: '0'.repeat(64),
    items: evidence.map((e) => ({ ...e, cut: false })),
    ...over,
  }
}

export const semanticRow = (statement: string, over: Partial<SemanticRow> = {}): SemanticRow => ({
  statement,
  verdict: 'SUPPORTED',
  reason: 'Nothing in it stands against the cited evidence.',
  rule: 'consistent',
  words: [],
  ...over,
})

export const review = (rows: readonly SemanticRow[], over: Partial<SemanticReview> = {}): SemanticReview => ({
  layer: 'rules',
  model: null,
  judge_unavailable: null,
  rows: [...rows],
  ...over,
})

export const violation = (over: Partial<Violation> = {}): Violation => ({
  code: 'TOOL_CALL_UNKNOWN',
  path: '/analysis/0/tool_call_ids/0',
  message: 'There is no tool call "c9-dead" in this run.',
  hint: 'Cite a tool_call_id of this run literally, or drop this citation.',
  tool_call_id: 'c9-dead',
  ...over,
})

export const turn = (n: number, over: Partial<TurnItem> = {}): TurnItem => ({
  n,
  kind: 'search',
  model: 'extractive',
  messages: [],
  stop: 'tool_calls',
  next: 'LOOKUPS',
  lookups: [],
  refused: [],
  fallback_cause: null,
  created_at: '2026-01-01T00:00:00.500Z',
  ...over,
})

export const rejected = (over: Partial<RejectedDraft> = {}): RejectedDraft => ({
  turn: 2,
  draft: { analysis: [], conclusion: null, action_plan: [], limitations: ['x'] },
  violations: [violation()],
  semantic: null,
  ...over,
})

/** One call that found a text and one that found nothing; a normal and a negative analysis, a conclusion and an action on them. */
export function report(over: Partial<DiagnosisReport> = {}): DiagnosisReport {
  const found = stored('c1', [item('c1-doc#chunk-1')])
  const nothing = stored('c2', [], { query: 'gateway certificates' })
  const rows = [
    semanticRow('/analysis/0'),
    semanticRow('/analysis/1', { rule: 'negative' }),
    semanticRow('/conclusion'),
    semanticRow('/action_plan/0'),
  ]
  return {
    status: 'PUBLISHED',
    question: 'Why does the gateway answer 504?',
    draft: {
      analysis: [
        {
          id: 'a1',
          kind: 'NORMAL',
          text: 'If the p99 latency rose together with the 504 answers, the cause is behind the gateway.',
          tool_call_ids: ['c1'],
          document_ids: ['c1-doc#chunk-1'],
          quotes: [{ document_id: 'c1-doc#chunk-1', text: 'the 504 answers, the cause is behind the gateway' }],
        },
        {
          id: 'a2',
          kind: 'NEGATIVE_OBSERVATION',
          text: 'Nothing was found about certificates.',
          tool_call_ids: ['c2'],
          document_ids: [],
          quotes: [],
        },
      ],
      conclusion: { text: 'The cause is behind the gateway.', based_on_analysis_ids: ['a1'] },
      action_plan: [{ id: 'p1', text: 'Compare the p99 latency with the day before.', based_on_analysis_ids: ['a1'] }],
      limitations: ['Only the runbooks were read.'],
    },
    snapshot: {
      invocations: [kept(found), kept(nothing)],
      analyses: [
        {
          analysis_id: 'a1',
          kind: 'NORMAL',
          references: [{ tool_call_id: 'c1', document_ids: ['c1-doc#chunk-1'] }],
        },
        {
          analysis_id: 'a2',
          kind: 'NEGATIVE_OBSERVATION',
          references: [{ tool_call_id: 'c2', document_ids: [] }],
        },
      ],
    },
    citations_verified: true,
    semantic: rows.map(({ statement, verdict, reason }) => ({ statement, verdict, reason })),
    semantic_review: review(rows),
    violations: [],
    refused: [],
    fallback_cause: null,
    message: null,
    limitations: ['Only the runbooks were read.'],
    model: 'extractive',
    published_at: '2026-01-01T00:00:09.000Z',
    ...over,
  }
}

export const fallback = (over: Partial<DiagnosisReport> = {}): DiagnosisReport =>
  report({
    status: 'FALLBACK',
    draft: null,
    citations_verified: false,
    semantic: [],
    semantic_review: null,
    snapshot: { invocations: [kept(stored('c1', [item('c1-doc#chunk-1')]))], analyses: [] },
    fallback_cause: 'REPAIRS_EXHAUSTED',
    violations: [violation()],
    message: 'No diagnosis could be verified. What was found stands below.',
    limitations: [],
    ...over,
  })

export function published(over: Partial<RunView> = {}): RunView {
  return {
    run_id: 'run-1',
    state: 'PUBLISHED',
    question: 'Why does the gateway answer 504?',
    created_at: '2026-01-01T00:00:00.000Z',
    harness: {
      no_gain_streak: 0,
      tool_calls_used: 2,
      tool_calls_budget: 8,
      stop_required: false,
      stop_reason: null,
    },
    report: report(),
    invocations: [
      invocation('c1', { audit: [{ attempt: '1', status: 'READY', hits: 3 }] }),
      invocation('c2', { result: stored('c2', [], { query: 'gateway certificates' }) }),
    ],
    turns: [
      turn(1, {
        messages: [
          { role: 'system', text: 'You diagnose faults.' },
          { role: 'user', text: 'Why does the gateway answer 504?' },
          {
            role: 'assistant',
            text: null,
            tool_calls: [{ id: 'x1', name: 'lookup_knowledge', arguments: '{"query":"504"}' }],
          },
        ],
        lookups: [{ tool_call_id: 'c1', provider_id: 'x1', query: '504' }],
      }),
    ],
    drafts: [],
    cut: false,
    ...over,
  }
}

/** Calls by API, no question, no report. */
export const open = (over: Partial<RunView> = {}): RunView =>
  published({ state: 'OPEN', question: null, report: null, turns: [], ...over })

export const fellBack = (over: Partial<RunView> = {}): RunView =>
  published({ state: 'FALLBACK', report: fallback(), drafts: [rejected()], ...over })
