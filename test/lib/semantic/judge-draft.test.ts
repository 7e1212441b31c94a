import { describe, expect, test } from 'vitest'
import type { DiagnosisDraft } from '../../../lib/contract/draft.ts'
import { semanticRow } from '../../../lib/contract/semantic.ts'
import type { EvidenceSnapshot } from '../../../lib/contract/verdict.ts'
import { judgeDraft } from '../../../lib/semantic/judge-draft.ts'

type Analysis = DiagnosisDraft['analysis'][number]

const analysis = (id: string, text: string, changes: Partial<Analysis> = {}): Analysis => ({
  id,
  kind: 'NORMAL',
  text,
  tool_call_ids: ['c1'],
  document_ids: [],
  quotes: [],
  ...changes,
})
const draft = (changes: Partial<DiagnosisDraft>): DiagnosisDraft => ({
  analysis: [],
  conclusion: null,
  action_plan: [],
  limitations: ['none'],
  ...changes,
})

/** `calls`: excerpts by call and document; `cited`: what each analysis cites. */
function snapshot(
  calls: Record<string, Record<string, string>>,
  cited: Record<string, readonly (readonly [call: string, ...documents: string[]])[]>,
): EvidenceSnapshot {
  return {
    invocations: Object.entries(calls).map(([tool_call_id, items]) => ({
      tool_call_id,
      tool: 'lookup_knowledge',
      origin: 'searched',
      query: 'q',
      evidence_status: Object.keys(items).length > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
      relevance_level: null,
      truncated: false,
      projection_sha256: '0',
      items: Object.entries(items).map(([document_id, excerpt]) => ({
        document_id,
        source: null,
        title: 'Gateway timeouts',
        breadcrumb: 'Gateway timeouts > Mitigation',
        excerpt,
        cut: false,
      })),
    })),
    analyses: Object.entries(cited).map(([analysis_id, references]) => ({
      analysis_id,
      kind: 'NORMAL',
      references: references.map(([tool_call_id, ...document_ids]) => ({ tool_call_id, document_ids })),
    })),
  }
}
const verdicts = (d: DiagnosisDraft, s: EvidenceSnapshot) =>
  judgeDraft(d, s).map(({ statement, verdict }) => `${statement} ${verdict}`)

const pool = 'The upstream pool has a size of 50 connections.'
const disk = 'The disk of the database is full after 30 days.'
const calls = { c1: { a: pool, b: disk } }

describe('judgeDraft', () => {
  test('gives one row a statement, in document order', () => {
    const rows = judgeDraft(
      draft({
        analysis: [analysis('x', pool), analysis('y', disk)],
        conclusion: { text: pool, based_on_analysis_ids: ['x'] },
        action_plan: [{ id: 'p', text: pool, based_on_analysis_ids: ['x'] }],
      }),
      snapshot(calls, { x: [['c1', 'a']], y: [['c1', 'b']] }),
    )
    expect(rows.map((row) => row.statement)).toEqual(['/analysis/0', '/analysis/1', '/conclusion', '/action_plan/0'])
    for (const row of rows) expect(semanticRow.parse(row)).toMatchObject({ verdict: 'SUPPORTED', rule: 'consistent' })
  })

  test('sees only the cited items: support in another item of the same call is none (P20)', () => {
    const d = draft({ analysis: [analysis('x', disk)] })
    expect(verdicts(d, snapshot(calls, { x: [['c1', 'a']] }))).toEqual(['/analysis/0 UNSUPPORTED'])
    expect(verdicts(d, snapshot(calls, { x: [['c1', 'b']] }))).toEqual(['/analysis/0 SUPPORTED'])
  })

  test('takes an item from the call that cites it, not from another with the same document id', () => {
    const d = draft({ analysis: [analysis('x', disk)] })
    const both = { c1: { a: pool }, c2: { a: disk } }
    expect(verdicts(d, snapshot(both, { x: [['c1', 'a']] }))).toEqual(['/analysis/0 UNSUPPORTED'])
    expect(verdicts(d, snapshot(both, { x: [['c2', 'a']] }))).toEqual(['/analysis/0 SUPPORTED'])
  })

  test('lets a statement name the title, section and id of what it cites', () => {
    const text =
      'By "Gateway timeouts > Mitigation" (kb/timeouts_v2#chunk-3) the upstream pool has a size of 50 connections.'
    const cited = snapshot({ c1: { 'kb/timeouts_v2#chunk-3': pool } }, { x: [['c1', 'kb/timeouts_v2#chunk-3']] })
    expect(verdicts(draft({ analysis: [analysis('x', text)] }), cited)).toEqual(['/analysis/0 SUPPORTED'])
  })

  test('judges the conclusion by the analyses it builds on and their items only', () => {
    const analyses = [analysis('x', pool), analysis('y', disk)]
    const on = (...ids: string[]) =>
      verdicts(
        draft({ analysis: analyses, conclusion: { text: disk, based_on_analysis_ids: ids } }),
        snapshot(calls, { x: [['c1', 'a']], y: [['c1', 'b']] }),
      ).at(-1)
    expect(on('y')).toBe('/conclusion SUPPORTED')
    expect(on('x')).toBe('/conclusion UNSUPPORTED')
    expect(on('x', 'y')).toBe('/conclusion SUPPORTED')
  })

  test('judges an action as the conclusion', () => {
    const d = draft({
      analysis: [analysis('x', pool)],
      action_plan: [
        { id: 'p', text: 'Check the upstream pool and its 50 connections.', based_on_analysis_ids: ['x'] },
        { id: 'q', text: 'Raise the upstream pool to 500 connections.', based_on_analysis_ids: ['x'] },
      ],
    })
    expect(verdicts(d, snapshot(calls, { x: [['c1', 'a']] })).slice(1)).toEqual([
      '/action_plan/0 SUPPORTED',
      '/action_plan/1 UNSUPPORTED',
    ])
  })

  test('an analysis that the snapshot does not know is UNKNOWN, as is one that builds on nothing known', () => {
    const d = draft({
      analysis: [analysis('x', pool)],
      conclusion: { text: pool, based_on_analysis_ids: ['nowhere'] },
    })
    expect(verdicts(d, snapshot(calls, {}))).toEqual(['/analysis/0 UNKNOWN', '/conclusion UNKNOWN'])
  })

  describe('a NEGATIVE_OBSERVATION', () => {
    const negative = (text: string) => analysis('n', text, { kind: 'NEGATIVE_OBSERVATION' })
    const cited = snapshot({ c1: {} }, { n: [['c1']] })

    test('that the guard verified passes by the rule negative', () => {
      const [row] = judgeDraft(draft({ analysis: [negative('No runbook covers the tape library.')] }), cited)
      expect(row).toMatchObject({ statement: '/analysis/0', verdict: 'SUPPORTED', rule: 'negative' })
    })
    test('carries a conclusion that denies the same', () => {
      const d = draft({
        analysis: [negative('No runbook covers the tape library.')],
        conclusion: { text: 'The tape library is not covered by any runbook.', based_on_analysis_ids: ['n'] },
      })
      expect(verdicts(d, cited).at(-1)).toBe('/conclusion SUPPORTED')
    })
    test.each([
      'No runbook covers it. The pool has 500 connections.',
      'No runbook covers it, and the pool has 500 connections.',
      '没有找到文档,但连接池有500个连接。',
    ])('carries no claim into the conclusion: %s', (text) => {
      const conclusion = /[a-z]/.test(text) ? 'The pool has 500 connections.' : '连接池有500个连接。'
      const d = draft({ analysis: [negative(text)], conclusion: { text: conclusion, based_on_analysis_ids: ['n'] } })
      expect(verdicts(d, cited).at(-1)).not.toBe('/conclusion SUPPORTED')
    })
  })
})
