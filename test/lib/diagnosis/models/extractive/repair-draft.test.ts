import { describe, expect, test } from 'vitest'
import type { DiagnosisDraft } from '../../../../../lib/contract/draft.ts'
import { repairDraft } from '../../../../../lib/diagnosis/models/extractive/repair-draft.ts'

const normal = (id: string): DiagnosisDraft['analysis'][number] => ({
  id,
  kind: 'NORMAL',
  text: `Text of ${id}.`,
  tool_call_ids: ['c1-7f3a'],
  document_ids: ['d#chunk-0'],
  quotes: [{ document_id: 'd#chunk-0', text: `Text of ${id}.` }],
})
const nothing = (id: string): DiagnosisDraft['analysis'][number] => ({
  id,
  kind: 'NEGATIVE_OBSERVATION',
  text: 'Nothing was found.',
  tool_call_ids: ['c2-7f3a'],
  document_ids: [],
  quotes: [],
})
const draft: DiagnosisDraft = {
  analysis: [normal('a1'), normal('a2'), normal('a3'), nothing('a4')],
  conclusion: { text: 'Text of a1.\nText of a2.', based_on_analysis_ids: ['a1', 'a2'] },
  action_plan: [
    { id: 'p1', text: 'Restart.', based_on_analysis_ids: ['a1', 'a3'] },
    { id: 'p2', text: 'Wait.', based_on_analysis_ids: ['a3'] },
  ],
  limitations: ['One.'],
}
const leftOut = 'Statements that the checks did not confirm were left out.'
const repaired = (...paths: readonly string[]) => repairDraft(draft, paths, 'en')
const ids = ({ analysis, conclusion, action_plan }: DiagnosisDraft) => ({
  analysis: analysis.map((a) => a.id),
  conclusion: conclusion !== null,
  actions: action_plan.map((a) => [a.id, ...a.based_on_analysis_ids]),
})

describe('a repair', () => {
  test.each(['/analysis/2', '/analysis/2/quotes/0', '/analysis/2/document_ids/0'])(
    'drops the statement that %s points at and what stands on nothing else; ids stay',
    (path) => {
      expect(ids(repaired(path))).toEqual({ analysis: ['a1', 'a2', 'a4'], conclusion: true, actions: [['p1', 'a1']] })
    },
  )

  test('drops a conclusion of which a part is gone', () => {
    expect(ids(repaired('/analysis/1'))).toEqual({
      analysis: ['a1', 'a3', 'a4'],
      conclusion: false,
      actions: [
        ['p1', 'a1', 'a3'],
        ['p2', 'a3'],
      ],
    })
  })

  test('drops a conclusion or an action alone', () => {
    expect(ids(repaired('/conclusion'))).toMatchObject({ analysis: ['a1', 'a2', 'a3', 'a4'], conclusion: false })
    expect(ids(repaired('/conclusion/based_on_analysis_ids/0')).conclusion).toBe(false)
    expect(ids(repaired('/action_plan/0/text'))).toMatchObject({ conclusion: true, actions: [['p2', 'a3']] })
  })

  test('drops a list that is at fault as a whole', () => {
    expect(ids(repaired('/analysis'))).toEqual({ analysis: [], conclusion: false, actions: [] })
    expect(ids(repaired('/action_plan')).actions).toEqual([])
  })

  test.each(['', '/no_such_field'])('leaves no statement when the whole draft is at fault (%j)', (path) => {
    expect(ids(repaired(path))).toEqual({ analysis: [], conclusion: false, actions: [] })
  })

  test('leaves only what was not found when nobody can tell what is at fault', () => {
    expect(ids(repairDraft(draft, null, 'en'))).toEqual({ analysis: ['a4'], conclusion: false, actions: [] })
  })

  test('always states limitations, and once that something was left out', () => {
    expect(repaired('/conclusion').limitations).toEqual(['One.', leftOut])
    const twice = repairDraft(repaired('/conclusion'), ['/analysis/0'], 'en')
    expect(twice.limitations).toEqual(['One.', leftOut])
    expect(repaired('/limitations').limitations?.[0]).toMatch(/^Made without a language model/)
    expect(repairDraft(draft, null, 'zh').limitations).toContain('未通过校验的陈述已被移除。')
  })

  test('leaves the statements that stay as they are', () => {
    expect(repaired('/analysis/2').analysis[0]).toEqual(draft.analysis[0])
    expect(repaired('/analysis/2').conclusion).toEqual(draft.conclusion)
  })
})
