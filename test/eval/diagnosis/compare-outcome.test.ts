import { describe, expect, test } from 'vitest'
import { compareOutcome } from '../../../eval/diagnosis/compare-outcome.ts'
import type { Expectation } from '../../../eval/diagnosis/diagnosis-case.ts'
import type { Observation } from '../../../eval/diagnosis/observe-run.ts'

const statements = { normal: 1, negative: 0, conclusion: true, actions: 2, limitations: 1 }
const observed: Observation = {
  state: 'PUBLISHED',
  cause: null,
  trace: 'agent-turn DRAFT',
  asked: 1,
  repairs: 0,
  stop: null,
  verified: true,
  semantic: { '/analysis/0': 'SUPPORTED', '/conclusion': 'SUPPORTED' },
  judged: 'rules',
  statements,
  calls: ['NO_EVIDENCE'],
  told: [],
  drafts: [],
  evidence: [],
}
const expected: Expectation = { ...observed, semantic: { '/conclusion': 'SUPPORTED', '/analysis/0': 'SUPPORTED' } }
const fields = (over: Partial<Expectation>) => compareOutcome({ ...expected, ...over }, observed).map((f) => f.field)

describe('an outcome', () => {
  test('as expected has no failure, in whatever order its statements are named', () => {
    expect(fields({})).toEqual([])
    expect(fields({ semantic: 'SUPPORTED' })).toEqual([])
  })

  test.each<Partial<Expectation>>([
    { state: 'FALLBACK' },
    { cause: 'TIMEOUT' },
    { trace: 'agent-turn DRAFT → publish PUBLISHED' },
    { asked: 2 },
    { repairs: 1 },
    { stop: 'NO_GAIN' },
    { verified: false },
    { semantic: { '/analysis/0': 'SUPPORTED' } },
    { semantic: { '/analysis/0': 'SUPPORTED', '/conclusion': 'UNKNOWN' } },
    { judged: 'judge' },
    { statements: null },
    { calls: [] },
    { told: ['E_NOT_FOUND'] },
    { drafts: ['turn 2: TOOL_CALL_UNKNOWN'] },
    { evidence: ['x#chunk-1'] },
  ])('that differs names the field: %o', (over) => {
    expect(fields(over)).toEqual(Object.keys(over))
  })

  test('is not all SUPPORTED when nothing was judged, or one statement is not', () => {
    const judged = (semantic: Observation['semantic']) =>
      compareOutcome({ ...expected, semantic: 'SUPPORTED' }, { ...observed, semantic }).length
    expect([judged({}), judged({ '/analysis/0': 'SUPPORTED', '/conclusion': 'UNKNOWN' })]).toEqual([1, 1])
  })

  test('has as many statements of a kind as expected, or at least one', () => {
    expect(fields({ statements: { ...statements, actions: '1+' } })).toEqual([])
    expect(fields({ statements: { ...statements, negative: '1+' } })).toEqual(['statements.negative'])
    expect(fields({ statements: { ...statements, actions: 1 } })).toEqual(['statements.actions'])
    expect(fields({ statements: { ...statements, conclusion: false } })).toEqual(['statements.conclusion'])
  })

  test('that failed says what should be and what is', () => {
    const [failure] = compareOutcome({ ...expected, asked: 2 }, observed)
    expect(failure).toMatchObject({ field: 'asked', expected: 2, actual: 1, message: 'asked should be 2 and is 1.' })
  })
})
