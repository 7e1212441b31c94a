import { describe, expect, test } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { buildSnapshot } from '../../../lib/guard/build-snapshot.ts'
import { openDraft } from '../../../lib/guard/open-draft.ts'
import { draft, found, item, judge, ledger, negative, normal, stored, view } from './builders.ts'

const records = [
  found('c1', [item('d#chunk-1'), item('d#chunk-2'), item('e#chunk-0')], {
    cut_document_ids: ['d#chunk-2', 'e#chunk-0'],
  }),
  found('c2', []),
  stored(
    'c3',
    JSON.stringify(
      view('c3', [item('d#chunk-1', { excerpt: 'Other words.' })], { truncated: true, relevance_level: null }),
    ),
    {
      tool: 'read_logs',
      origin: 'recorded_by_caller',
    },
  ),
]
const snapshotFor = (...analysis: object[]) =>
  judge(draft({ analysis, conclusion: null, action_plan: [] }), ledger(records)).snapshot

test('holds each cited call once, in order of first citation, with what the ledger says of it', () => {
  const snapshot = snapshotFor(
    normal({ tool_call_ids: ['c3'] }),
    normal({ id: 'a2', tool_call_ids: ['c1', 'c3', 'c1'], document_ids: ['d#chunk-2'] }),
    negative({ id: 'a3' }),
  )
  expect(snapshot?.invocations).toEqual([
    {
      tool_call_id: 'c3',
      tool: 'read_logs',
      origin: 'recorded_by_caller',
      query: 'query of c3',
      evidence_status: 'EVIDENCE_FOUND',
      relevance_level: null,
      truncated: true,
      projection_sha256: records[2]?.projection_sha256,
      items: [{ ...item('d#chunk-1', { excerpt: 'Other words.' }), cut: false }],
    },
    {
      tool_call_id: 'c1',
      tool: 'lookup_knowledge',
      origin: 'searched',
      query: 'query of c1',
      evidence_status: 'EVIDENCE_FOUND',
      relevance_level: 'PRECISE',
      truncated: false,
      projection_sha256: records[0]?.projection_sha256,
      items: [{ ...item('d#chunk-2'), cut: true }],
    },
    {
      tool_call_id: 'c2',
      tool: 'lookup_knowledge',
      origin: 'searched',
      query: 'query of c2',
      evidence_status: 'NO_EVIDENCE',
      relevance_level: null,
      truncated: false,
      projection_sha256: records[1]?.projection_sha256,
      items: [],
    },
  ])
})

describe('items', () => {
  test('are those that an analysis citing this call names, each once, in the order of the view', () => {
    const snapshot = snapshotFor(
      normal({ document_ids: ['e#chunk-0', 'd#chunk-1', 'e#chunk-0'] }),
      normal({ id: 'a2', document_ids: ['d#chunk-1'] }),
    )
    expect(snapshot?.invocations[0]?.items.map((i) => i.document_id)).toEqual(['d#chunk-1', 'e#chunk-0'])
  })

  test('are not those that only an analysis of another call names', () => {
    const snapshot = snapshotFor(normal({ document_ids: ['e#chunk-0'] }), normal({ id: 'a2', tool_call_ids: ['c3'] }))
    expect(snapshot?.invocations.map((call) => call.items.map((i) => i.document_id))).toEqual([
      ['e#chunk-0'],
      ['d#chunk-1'],
    ])
  })
})

test('a view that holds an id twice keeps both items and refers to the id once', () => {
  const twins = [item('d#chunk-1', { excerpt: 'One.' }), item('d#chunk-1', { excerpt: 'Two.' })]
  const { snapshot } = judge(draft({ analysis: [normal()] }), ledger([found('c1', twins)]))
  expect(snapshot?.invocations[0]?.items.map((i) => i.excerpt)).toEqual(['One.', 'Two.'])
  expect(snapshot?.analyses[0]?.references).toEqual([{ tool_call_id: 'c1', document_ids: ['d#chunk-1'] }])
})

test('refers each analysis to the cited items by call, each call and item once', () => {
  const snapshot = snapshotFor(
    normal({ tool_call_ids: ['c3', 'c1', 'c3'], document_ids: ['e#chunk-0', 'd#chunk-1', 'd#chunk-1'] }),
    negative(),
  )
  expect(snapshot?.analyses).toEqual([
    {
      analysis_id: 'a1',
      kind: 'NORMAL',
      references: [
        { tool_call_id: 'c3', document_ids: ['d#chunk-1'] },
        { tool_call_id: 'c1', document_ids: ['d#chunk-1', 'e#chunk-0'] },
      ],
    },
    { analysis_id: 'a2', kind: 'NEGATIVE_OBSERVATION', references: [{ tool_call_id: 'c2', document_ids: [] }] },
  ])
})

test('holds nothing of the draft’s text', () => {
  const quotes = [{ document_id: 'd#chunk-1', text: 'Excerpt   of' }]
  const shown = JSON.stringify(snapshotFor(normal({ text: 'S3CRET', quotes })))
  expect(shown).not.toContain('S3CRET')
  expect(shown).not.toContain('Excerpt   of')
})

test('is never built on a call that is not READY', () => {
  const opened = openDraft(draft({ analysis: [normal()] }))
  const analyses = opened.wellFormed ? opened.draft.analysis : []
  const cited = analyses.map((analysis) => ({ analysis, calls: [{ id: 'c1', state: 'UNKNOWN' } as const] }))
  expect(() => buildSnapshot(cited)).toThrow(Fault)
})
