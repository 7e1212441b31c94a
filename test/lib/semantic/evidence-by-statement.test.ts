import { expect, test } from 'vitest'
import type { DiagnosisDraft } from '../../../lib/contract/draft.ts'
import type { EvidenceSnapshot } from '../../../lib/contract/verdict.ts'
import { evidenceByStatement } from '../../../lib/semantic/evidence-by-statement.ts'

const item = (document_id: string, excerpt: string) => ({
  document_id,
  source: 'runbook.md',
  title: 'Timeouts',
  breadcrumb: 'Timeouts > Gateway',
  excerpt,
})
const call = (tool_call_id: string, items: readonly ReturnType<typeof item>[]) => ({
  tool_call_id,
  tool: 'lookup_knowledge',
  origin: 'searched' as const,
  query: 'q',
  evidence_status: items.length > 0 ? ('EVIDENCE_FOUND' as const) : ('NO_EVIDENCE' as const),
  relevance_level: null,
  truncated: false,
  projection_sha256: '0',
  items: items.map((shown) => ({ ...shown, cut: false })),
})
const analysis = (id: string, kind: 'NORMAL' | 'NEGATIVE_OBSERVATION', text: string) => ({
  id,
  kind,
  text,
  tool_call_ids: [],
  document_ids: [],
  quotes: [],
})

const draft: DiagnosisDraft = {
  analysis: [
    analysis('x', 'NORMAL', 'The pool is full.'),
    analysis('y', 'NORMAL', 'The disk is full.'),
    analysis('n', 'NEGATIVE_OBSERVATION', 'No runbook covers tapes, and the pool has 500 connections.'),
  ],
  conclusion: { text: 'Both are full.', based_on_analysis_ids: ['y', 'x', 'x', 'nowhere'] },
  action_plan: [{ id: 'p', text: 'Empty the pool.', based_on_analysis_ids: ['x', 'n'] }],
  limitations: ['none'],
}
const snapshot: EvidenceSnapshot = {
  invocations: [
    call('c1', [item('a', 'pool, first call'), item('b', 'cited by nobody')]),
    call('c2', [item('a', 'pool, second call')]),
    call('c3', []),
  ],
  analyses: [
    { analysis_id: 'x', kind: 'NORMAL', references: [{ tool_call_id: 'c1', document_ids: ['a'] }] },
    {
      analysis_id: 'y',
      kind: 'NORMAL',
      references: ['c2', 'c1'].map((tool_call_id) => ({ tool_call_id, document_ids: ['a'] })),
    },
    { analysis_id: 'n', kind: 'NEGATIVE_OBSERVATION', references: [{ tool_call_id: 'c3', document_ids: [] }] },
  ],
}

test('gives each statement what it may rest on: its own items, or those of what it builds on, each once', () => {
  const [first, second] = [item('a', 'pool, first call'), item('a', 'pool, second call')]
  expect(evidenceByStatement(draft, snapshot)).toEqual([
    { statement: '/analysis/0', kind: 'analysis', text: 'The pool is full.', evidence: [first], based_on: [] },
    { statement: '/analysis/1', kind: 'analysis', text: 'The disk is full.', evidence: [second, first], based_on: [] },
    { statement: '/analysis/2', kind: 'negative', text: draft.analysis[2]?.text, evidence: [], based_on: [] },
    {
      statement: '/conclusion',
      kind: 'conclusion',
      text: 'Both are full.',
      evidence: [first, second],
      based_on: ['The pool is full.', 'The disk is full.'],
    },
    // What a negative observation asserts beside its denial counts for nothing.
    {
      statement: '/action_plan/0',
      kind: 'action',
      text: 'Empty the pool.',
      evidence: [first],
      based_on: ['The pool is full.', 'No runbook covers tapes'],
    },
  ])
})
