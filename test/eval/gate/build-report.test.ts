import { expect, test } from 'vitest'
import { buildReport } from '../../../eval/gate/build-report.ts'
import { exitCodeOf } from '../../../eval/gate/exit-code.ts'
import { report } from '../../../eval/gate/report.ts'
import { caseOf, failed, reportOf, rules } from './reports.ts'

test('counts and measures all cases, and those of each tag', () => {
  const made = reportOf([caseOf('a', { tags: ['en', 'x'] }), failed('b', { tags: ['zh'] })])
  expect(made.totals).toEqual({ cases: 2, passed: 1, metrics: { passRate: 0.5, gain: 0.5, misses: 1 } })
  expect(Object.keys(made.tags)).toEqual(['en', 'x', 'zh'])
  expect(made.tags.zh).toEqual({ cases: 1, passed: 0, metrics: { passRate: 0, gain: 0, misses: 1 } })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, null])(
  'a figure of a case that is %s fails the case and the gate',
  (gain) => {
    const made = reportOf([caseOf('a'), caseOf('b', { metrics: { gain } })])
    expect(made.cases[1]).toMatchObject({ pass: false, failures: [{ field: 'metrics.gain' }], metrics: { gain: null } })
    expect(made.totals).toMatchObject({ passed: 1, metrics: { gain: null } })
    expect(exitCodeOf(made, null)).toBe(1)
  },
)

test('a figure that applies to no case at all fails the gate, and is left out by tag', () => {
  const never = {
    ...rules,
    metrics: { never: { title: 'n', better: 'higher', unit: 'share', over: () => null } as const },
  }
  const made = buildReport(never, { engine: 'e', config: {}, cases: [caseOf('a')] })
  expect(made.totals.metrics).toEqual({ passRate: 1, never: null })
  expect(made.tags.en?.metrics).toEqual({ passRate: 1 })
  expect(exitCodeOf(made, null)).toBe(1)
})

test('no case is no success', () => {
  expect(exitCodeOf(reportOf([]), null)).toBe(1)
})

test('what is built is what is read', () => {
  const made = reportOf([caseOf('a'), failed('b')])
  expect(report.parse(JSON.parse(JSON.stringify(made)))).toEqual(made)
})
