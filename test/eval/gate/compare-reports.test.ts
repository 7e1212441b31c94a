import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaseResult } from '../../../eval/gate/case-result.ts'
import { compareReports } from '../../../eval/gate/compare-reports.ts'
import { exitCodeOf } from '../../../eval/gate/exit-code.ts'
import { caseOf, failed, reportOf, rules } from './reports.ts'

const diffOf = (after: readonly CaseResult[], before: readonly CaseResult[]) =>
  compareReports(rules, reportOf(after), reportOf(before))

const changed = (over: Partial<CaseResult['observed']>) =>
  caseOf('a', { observed: { level: 'strong', rank: 1, way: 'direct', ...over } })

describe('a diff by case', () => {
  test.each([
    ['level', { level: 'weak' }, 'strong', 'weak'],
    ['rank', { rank: 2 }, 1, 2],
    ['rank', { rank: null }, 1, null],
  ])(
    'calls a worse %s a regression, although the case passes, and the other way round an improvement',
    (field, over, before, after) => {
      const worse = diffOf([changed(over)], [changed({})])
      expect(worse.regressions).toContainEqual({ caseId: 'a', field, before, after, note: null })
      expect(worse.improvements).toEqual([])
      const better = diffOf([changed({})], [changed(over)])
      expect(better.improvements).toContainEqual({ caseId: 'a', field, before: after, after: before, note: null })
      expect(better.regressions).toEqual([])
    },
  )

  test('lists what is neither better nor worse apart', () => {
    const diff = diffOf([changed({ way: 'retry' })], [changed({})])
    expect(diff).toMatchObject({ regressions: [], improvements: [], baselineCouldBeRaised: false })
    expect(diff.neutral).toEqual([{ caseId: 'a', field: 'way', before: 'direct', after: 'retry', note: null }])
  })

  test('names a broken case and the fields that it fails', () => {
    const diff = diffOf([failed('a')], [caseOf('a')])
    expect(diff.regressions).toContainEqual({ caseId: 'a', field: 'pass', before: true, after: false, note: 'level' })
  })

  test('takes a figure that a case had and has not any more for a regression', () => {
    const diff = diffOf([caseOf('a', { metrics: {} }), caseOf('b')], [caseOf('a'), caseOf('b')])
    expect(diff.regressions).toContainEqual({ caseId: 'a', field: 'gain', before: 1, after: null, note: null })
  })

  test('sees no change within 1e-9, and sees one beyond', () => {
    const gain = (value: number) => [caseOf('a', { metrics: { gain: value } })]
    expect(diffOf(gain(0.3), gain(0.1 + 0.2))).toMatchObject({ regressions: [], improvements: [], neutral: [] })
    expect(diffOf(gain(0.3 - 2e-9), gain(0.3)).regressions.map(({ field }) => field)).toEqual(['gain', 'gain'])
  })
})

describe('a diff of figures', () => {
  test('has each figure before and after', () => {
    const diff = diffOf([caseOf('a'), failed('b')], [caseOf('a'), caseOf('b')])
    expect(diff.metrics).toEqual([
      { metric: 'passRate', before: 1, after: 0.5, delta: -0.5, verdict: 'regression' },
      { metric: 'gain', before: 1, after: 0.5, delta: -0.5, verdict: 'regression' },
      { metric: 'misses', before: 0, after: 1, delta: 1, verdict: 'regression' },
    ])
  })

  test.each([
    ['null', { gain: null }],
    ['not there', {}],
  ])('fails on a figure of the baseline that is %s', (_, metrics) => {
    const baseline = reportOf([caseOf('a')])
    const totals = { ...baseline.totals, metrics: { passRate: 1, misses: 0, ...metrics } }
    const diff = compareReports(rules, reportOf([caseOf('a')]), { ...baseline, totals })
    expect(diff.regressions).toEqual([
      { caseId: null, field: 'gain', before: null, after: 1, note: 'not a number in the baseline' },
    ])
  })

  test('fails on a figure that the baseline has and this evaluation does not compute any more', () => {
    const baseline = reportOf([caseOf('a')])
    const totals = { ...baseline.totals, metrics: { ...baseline.totals.metrics, other: 0.5 } }
    const { regressions } = compareReports(rules, reportOf([caseOf('a')]), { ...baseline, totals })
    expect(regressions).toMatchObject([{ caseId: null, field: 'other', before: 0.5, after: null }])
  })
})

describe('new and removed cases', () => {
  test('are named, and count for neither side', () => {
    const diff = diffOf([caseOf('a'), failed('new')], [caseOf('a'), failed('old')])
    expect(diff).toMatchObject({ newCases: ['new'], removedCases: ['old'], comparedCases: 1 })
    expect(diff).toMatchObject({ regressions: [], improvements: [], neutral: [] })
  })

  test('move no figure: those of the cases that both have are compared', () => {
    expect(diffOf([caseOf('a'), failed('new')], [caseOf('a')])).toMatchObject({ regressions: [], improvements: [] })
    expect(diffOf([caseOf('a')], [caseOf('a'), failed('old')])).toMatchObject({ regressions: [], improvements: [] })
  })

  test('alone leave nothing to compare', () => {
    expect(diffOf([caseOf('a')], [caseOf('b')])).toMatchObject({ comparable: false })
  })
})

test('says that the baseline could be raised when something got better, nothing worse, and all pass', () => {
  expect(diffOf([caseOf('a'), caseOf('b')], [caseOf('a'), failed('b')]).baselineCouldBeRaised).toBe(true)
  expect(diffOf([caseOf('a'), caseOf('b')], [caseOf('a'), caseOf('b')]).baselineCouldBeRaised).toBe(false)
  expect(diffOf([failed('a'), caseOf('b')], [failed('a'), failed('b')]).baselineCouldBeRaised).toBe(false)
  const slipped = caseOf('a', { observed: { level: 'strong', rank: 2, way: 'direct' } })
  expect(diffOf([slipped, caseOf('b')], [caseOf('a'), failed('b')]).baselineCouldBeRaised).toBe(false)
})

test('names a setting that is another, without calling it better or worse', () => {
  const diff = compareReports(rules, reportOf([caseOf('a')], { config: { k: 10 } }), reportOf([caseOf('a')]))
  expect(diff).toMatchObject({ config: [{ setting: 'k', before: 5, after: 10 }], regressions: [] })
})

test.each([
  ['engine', { engine: 'other' }],
  ['evaluation', { evaluation: 'other' }],
])('does not compare with a baseline of another %s', (word, over) => {
  const diff = compareReports(rules, reportOf([caseOf('a')]), reportOf([failed('a')], over))
  expect(diff).toMatchObject({ comparable: false, regressions: [], metrics: [] })
  expect(diff.reasons.join()).toContain(word)
})

describe('whatever the cases are', () => {
  const result = fc.record({
    pass: fc.boolean(),
    level: fc.constantFrom('strong', 'weak', 'miss', null),
    rank: fc.option(fc.integer({ min: 1, max: 20 })),
    gain: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const cases = fc.array(result, { minLength: 1, maxLength: 40 }).map((all) =>
    all.map(({ pass, level, rank, gain }, i) => {
      const own = { observed: { level, rank, way: 'direct' }, metrics: { gain } }
      return pass ? caseOf(`case-${i}`, own) : failed(`case-${i}`, own)
    }),
  )

  test('a report compared with itself has no change', () => {
    fc.assert(
      fc.property(cases, (all) => {
        const diff = diffOf(all, all)
        expect(diff).toMatchObject({ comparable: true, regressions: [], improvements: [], neutral: [], newCases: [] })
        expect(diff).toMatchObject({ removedCases: [], baselineCouldBeRaised: false })
      }),
    )
  })

  test('one broken case among many is a regression and exit 1, however much the others improve', () => {
    fc.assert(
      fc.property(cases, fc.nat(), (all, seed) => {
        const broken = all[seed % all.length]?.id ?? ''
        const before = all.map((each) => (each.id === broken ? caseOf(broken) : each))
        const after = all.map(({ id }) => (id === broken ? failed(id) : caseOf(id)))
        const diff = diffOf(after, before)
        expect(diff.regressions).toContainEqual(expect.objectContaining({ caseId: broken, field: 'pass' }))
        expect(exitCodeOf(reportOf(after), diff)).toBe(1)
      }),
    )
  })

  test('what is an improvement one way is a regression the other way', () => {
    fc.assert(
      fc.property(cases, cases, (some, others) => {
        const names = (changes: readonly { caseId: string | null; field: string }[]) =>
          changes.map(({ caseId, field }) => `${caseId} ${field}`).sort()
        const [there, back] = [diffOf(some, others), diffOf(others, some)]
        expect(names(there.regressions)).toEqual(names(back.improvements))
        expect(names(there.neutral)).toEqual(names(back.neutral))
      }),
    )
  })
})
