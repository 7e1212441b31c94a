// Each promise, kept by an honest run, and named where one thing of it is changed.
import { describe, expect, test } from 'vitest'
import { checkPromises, type RunTraces } from '../../../eval/diagnosis/check-promises.ts'
import type { DiagnosisReport } from '../../../lib/contract/report.ts'
import type { RunView } from '../../../lib/contract/run.ts'

const item = { document_id: 'x-md-1#chunk-1', source: null, title: null, breadcrumb: null, excerpt: 'It  gives up.' }
const view = { evidence_status: 'EVIDENCE_FOUND', tool_call_id: 'c1-0000', evidence: [item] }
const invocation = {
  tool_call_id: 'c1-0000',
  tool: 'lookup_knowledge',
  status: 'READY' as const,
  origin: 'searched' as const,
  result: view,
  error: null,
  created_at: null,
  expired: false,
  audit: [],
}
const analysis = {
  id: 'a1',
  kind: 'NORMAL' as const,
  text: 'It gives up.',
  tool_call_ids: ['c1-0000'],
  document_ids: ['x-md-1#chunk-1'],
  quotes: [{ document_id: 'x-md-1#chunk-1', text: 'It gives up.' }],
}
const cited = {
  tool_call_id: 'c1-0000',
  tool: 'lookup_knowledge',
  origin: 'searched' as const,
  query: 'q',
  evidence_status: 'EVIDENCE_FOUND' as const,
  relevance_level: 'PRECISE',
  truncated: false,
  projection_sha256: '0',
  items: [{ ...item, cut: false }],
}
const supported = (statement: string) => ({ statement, verdict: 'SUPPORTED', reason: '' })
const published: DiagnosisReport = {
  status: 'PUBLISHED',
  question: 'Why?',
  draft: {
    analysis: [analysis],
    conclusion: { text: 'It gives up.', based_on_analysis_ids: ['a1'] },
    action_plan: [],
    limitations: ['Little.'],
  },
  snapshot: { invocations: [cited], analyses: [] },
  citations_verified: true,
  semantic: [supported('/analysis/0'), supported('/conclusion')],
  semantic_review: null,
  violations: [],
  refused: [],
  fallback_cause: null,
  message: null,
  limitations: ['Little.'],
  model: 'm',
  published_at: '',
}
const fallback: DiagnosisReport = {
  ...published,
  status: 'FALLBACK',
  draft: null,
  citations_verified: false,
  semantic: [],
  fallback_cause: 'TIMEOUT',
  message: 'Out of time.',
}
const run: RunView = {
  run_id: 'r1',
  state: 'PUBLISHED',
  question: 'Why?',
  created_at: '',
  harness: { no_gain_streak: 0, tool_calls_used: 1, tool_calls_budget: 8, stop_required: false, stop_reason: null },
  report: published,
  invocations: [invocation],
  turns: [],
  drafts: [],
  cut: false,
}
const shown = (answer: unknown) => [{ tools: [], messages: [{ role: 'tool', content: JSON.stringify(answer) }] }]
const traces: RunTraces = {
  heard: shown(view),
  events: [{ Detail: { run_id: 'r1' } }],
  largestState: 500,
  tampered: false,
}
const broken = (over: Partial<RunView>, more: Partial<RunTraces> = {}) =>
  checkPromises({ ...run, ...over }, { ...traces, ...more }).map(({ name }) => name)
const ofPublished = (over: Partial<DiagnosisReport>) => broken({ report: { ...published, ...over } })
const ofFallback = (over: Partial<DiagnosisReport>) => broken({ report: { ...fallback, ...over } })
const citing = (over: Partial<typeof analysis>) =>
  ofPublished({
    draft: { analysis: [{ ...analysis, ...over }], conclusion: null, action_plan: [] },
    semantic: [supported('/analysis/0')],
  })

describe('every run', () => {
  test('that is honest breaks no promise', () => {
    expect([broken({}), broken({ report: fallback }), broken({ report: null }, { events: [] })]).toEqual([[], [], []])
  })

  test('shows the model what the ledger has, errors apart', () => {
    expect(broken({}, { heard: shown({ ...view, query: 'other' }) })).toEqual(['shown'])
    expect(broken({}, { heard: shown({ tool_call_id: 'c2-0000', error: { code: 'E_NOT_FOUND' } }) })).toEqual([])
    expect(broken({ invocations: [{ ...invocation, expired: true, result: null }] })).toEqual([])
  })

  test('shows no text for a record that was changed, and only for such', () => {
    const invocations = [{ ...invocation, result: null }]
    expect(broken({ invocations }, { tampered: true })).toEqual([])
    expect(broken({ invocations })).toEqual(['shown'])
    expect(broken({ invocations: [{ ...invocation, result: 'another' }] }, { tampered: true })).toEqual(['shown'])
  })

  test('carries less than 32 KB through the machine', () => {
    expect([broken({}, { largestState: 32_767 }), broken({}, { largestState: 32_768 })]).toEqual([[], ['state']])
  })

  test('is announced when it has a report, and only then', () => {
    expect([broken({}, { events: [] }), broken({ report: null })]).toEqual([['event'], ['event']])
  })
})

describe('a published report', () => {
  test('has draft, snapshot and both marks', () => {
    expect(ofPublished({ draft: null })).toEqual(['published'])
    expect(ofPublished({ snapshot: null })).toEqual(['published'])
    expect(ofPublished({ citations_verified: false })).toEqual(['published'])
    expect(ofPublished({ fallback_cause: 'TIMEOUT' })).toEqual(['published'])
    expect(ofPublished({ violations: [{ code: 'ANALYSIS_UNCITED', path: '', message: '', hint: '' }] })).toEqual([
      'published',
    ])
  })

  test('has each statement SUPPORTED, once', () => {
    expect(ofPublished({ semantic: [supported('/analysis/0')] })).toEqual(['statements'])
    expect(ofPublished({ semantic: [...published.semantic, supported('/conclusion')] })).toEqual(['statements'])
    const unknown = { statement: '/conclusion', verdict: 'UNKNOWN', reason: '' }
    expect(ofPublished({ semantic: [supported('/analysis/0'), unknown] })).toEqual(['statements'])
  })

  test('cites what its snapshot has, word for word', () => {
    expect(citing({})).toEqual([])
    expect(citing({ tool_call_ids: [] })).toEqual(['citations'])
    expect(citing({ tool_call_ids: ['c1-0000', 'c2-0000'] })).toEqual(['citations'])
    expect(citing({ document_ids: ['x-md-1#chunk-1', 'x-md-1#chunk-2'] })).toEqual(['citations'])
    expect(citing({ quotes: [] })).toEqual(['citations'])
    expect(citing({ quotes: [{ document_id: 'x-md-1#chunk-1', text: 'It gave up.' }] })).toEqual(['citations'])
    const negative = { ...analysis, kind: 'NEGATIVE_OBSERVATION' as const, document_ids: [], quotes: [] }
    const draft = { analysis: [negative], conclusion: null, action_plan: [] }
    const semantic = [supported('/analysis/0')]
    expect(ofPublished({ draft, semantic })).toEqual(['citations'])
    const none = { ...cited, evidence_status: 'NO_EVIDENCE' as const, items: [] }
    expect(ofPublished({ draft, semantic, snapshot: { invocations: [none], analyses: [] } })).toEqual([])
    expect(ofPublished({ snapshot: { invocations: [none], analyses: [] } })).toEqual(['citations'])
  })

  test('states its limitations', () => {
    expect([ofPublished({ limitations: [] }), ofPublished({ limitations: [' '] })]).toEqual([
      ['limitations'],
      ['limitations'],
    ])
  })
})

describe('a fallback', () => {
  test('has no draft, no verified citations, and a cause', () => {
    expect(ofFallback({ draft: published.draft })).toEqual(['fallback'])
    expect(ofFallback({ citations_verified: true })).toEqual(['fallback'])
    expect(ofFallback({ fallback_cause: null })).toEqual(['fallback'])
  })

  test('says why, what it does not know, and what was asked', () => {
    expect(ofFallback({ message: '' })).toEqual(['limitations'])
    expect(ofFallback({ limitations: [] })).toEqual(['limitations'])
    expect(ofFallback({ question: 'Who?' })).toEqual(['question'])
  })

  test.each(['REPAIRS_EXHAUSTED', 'REPAIR_UNCHANGED'] as const)('for %s says what stopped the last draft', (cause) => {
    const problem = { code: 'STATEMENT_ADDED', path: '/analysis/1/id', message: 'New.', hint: 'Remove it.' }
    const violation = { ...problem, code: 'TOOL_CALL_UNKNOWN' as const }
    const unsupported = { ...supported('/analysis/0'), verdict: 'UNSUPPORTED' }
    expect(ofFallback({ fallback_cause: cause })).toEqual(['stopped'])
    expect(ofFallback({ fallback_cause: cause, semantic: [supported('/analysis/0')] })).toEqual(['stopped'])
    expect(ofFallback({ fallback_cause: cause, refused: [problem] })).toEqual([])
    expect(ofFallback({ fallback_cause: cause, violations: [violation] })).toEqual([])
    expect(ofFallback({ fallback_cause: cause, semantic: [unsupported] })).toEqual([])
  })

  test('shows each call that succeeded, and no other', () => {
    expect(ofFallback({ snapshot: { invocations: [], analyses: [] } })).toEqual(['found'])
    expect(
      ofFallback({ snapshot: { invocations: [cited, { ...cited, tool_call_id: 'c2-0000' }], analyses: [] } }),
    ).toEqual(['found'])
    const failed = { ...invocation, status: 'FAILED' as const }
    expect(broken({ report: fallback, invocations: [failed] }, { heard: [] })).toEqual(['found'])
    const left = { ...fallback, snapshot: { invocations: [], analyses: [] } }
    expect(broken({ report: left }, { tampered: true })).toEqual([])
  })
})
