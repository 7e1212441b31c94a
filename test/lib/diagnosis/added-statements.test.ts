// What a repair may not add (spec 06, "Repair"). Written as ids with texts: `a1:x` is a statement `a1` that says x.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DiagnosisDraft } from '../../../lib/contract/draft.ts'
import { addedStatements } from '../../../lib/diagnosis/added-statements.ts'

const statements = (written: string) =>
  written.split(' ').flatMap((one) => {
    const [id = '', text = 'same'] = one.split(':')
    return id === '' ? [] : [{ id, text }]
  })
const draft = (analysis: string, actions = '', concludes = false): DiagnosisDraft => ({
  analysis: statements(analysis).map((s) => ({
    ...s,
    kind: 'NORMAL',
    tool_call_ids: ['c1'],
    document_ids: ['d#chunk-1'],
    quotes: [],
  })),
  conclusion: concludes ? { text: 'x', based_on_analysis_ids: ['a1'] } : null,
  action_plan: statements(actions).map((s) => ({ ...s, based_on_analysis_ids: ['a1'] })),
  limitations: ['x'],
})
const pathsOf = (rejected: DiagnosisDraft, repaired: DiagnosisDraft) =>
  addedStatements(rejected, repaired).map(({ path }) => path)

const cases = [
  ['an id that was not there', 'a1', 'a1 a9', [1]],
  ['another id in place of one', 'a1', 'a9', [0]],
  ['an id beside two that stay the same', 'a1 a1', 'a1 a1 a9', [2]],
  ['two ids in place of one repetition', 'a1 a1', 'a1 a2 a3', [2]],
  ['two ids in place of one id used twice', 'a1 a1', 'a8 a9', [1]],
  ['an id that says what nothing said before', 'a1:x a1:y', 'a1:x a9:z', [1]],
  ['an id once more', 'a1', 'a1 a1', [1]],
  ['an id once more than twice', 'a1 a1', 'a1 a1 a1', [2]],
  ['an id once more, in place of a repetition of another', 'a1 a1 a2', 'a1 a2 a2', [2]],
  ['an id twice, in place of one used three times', 'a1 a1 a1', 'a1 a9 a9', [2]],
] as const
const fine = [
  ['nothing changed', 'a1 a2', 'a1 a2'],
  ['other words', 'a1:x a2:y', 'a1:z a2:w'],
  ['another order', 'a1:x a2:y', 'a2:y a1:x'],
  ['one dropped', 'a1 a2', 'a2'],
  ['all dropped', 'a1 a2', ''],
  ['a repetition dropped', 'a1 a1', 'a1'],
  ['a repetition that got an id of its own', 'a1:x a1:y', 'a1:x a2:y'],
  ['the first of two that got an id of its own', 'a1:x a1:y', 'a2:x a1:y'],
  ['two repetitions that got ids of their own', 'a1:x a1:y a1:z', 'a1:x a2:y a3:z'],
  ['a repetition of each of two ids', 'a1:x a1:y a2:z a2:w', 'a1:x a3:y a2:z a4:w'],
] as const

describe('a repair', () => {
  test.each(cases)('with %s adds a statement', (_, rejected, repaired, at) => {
    expect(pathsOf(draft(rejected), draft(repaired))).toEqual(at.map((i) => `/analysis/${i}/id`))
    expect(pathsOf(draft('a1', rejected), draft('a1', repaired))).toEqual(at.map((i) => `/action_plan/${i}/id`))
  })

  test.each(fine)('with %s adds none', (_, rejected, repaired) => {
    expect(pathsOf(draft(rejected), draft(repaired))).toEqual([])
    expect(pathsOf(draft('a1', rejected), draft('a1', repaired))).toEqual([])
  })

  test('adds a conclusion when there was none, and may drop or change one', () => {
    expect(pathsOf(draft('a1'), draft('a1', '', true))).toEqual(['/conclusion'])
    expect(pathsOf(draft('a1', '', true), draft('a1'))).toEqual([])
    expect(pathsOf(draft('a1', '', true), draft('a1', '', true))).toEqual([])
  })

  test('borrows no repetition of actions for analyses', () => {
    expect(pathsOf(draft('a1', 'p1 p1'), draft('a1 a2', 'p1'))).toEqual(['/analysis/1/id'])
  })

  test('is told the code, the id and what to do', () => {
    expect(addedStatements(draft('a1'), draft('a1 a9'))).toEqual([
      {
        code: 'STATEMENT_ADDED',
        path: '/analysis/1/id',
        message: 'The rejected draft had no statement "a9" here.',
        hint: 'Remove this statement: a repair corrects or removes statements of the rejected draft and adds none.',
      },
    ])
    expect(addedStatements(draft('a1'), draft('a1 a1'))[0]?.message).toContain('fewer statements "a1"')
  })

  test('that has more statements than the rejected draft always adds one', () => {
    const list = fc.array(fc.constantFrom('a1', 'a2', 'a3', 'a4'), { maxLength: 6 }).map((ids) => ids.join(' '))
    const property: fc.IProperty<[string, string]> = fc.property(list, list, (before, after) => {
      const [rejected, repaired] = [draft(before), draft(after)]
      const more = repaired.analysis.length - rejected.analysis.length
      expect(addedStatements(rejected, repaired).length).toBeGreaterThanOrEqual(more)
    })
    expect(fc.check(property)).toMatchObject({ failed: false })
  })
})
