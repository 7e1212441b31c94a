import { expect, test } from 'vitest'
import { compareReports } from '../../../eval/gate/compare-reports.ts'
import { incomparable } from '../../../eval/gate/diff.ts'
import { exitCodeOf } from '../../../eval/gate/exit-code.ts'
import { caseOf, failed, reportOf, rules } from './reports.ts'

const [good, bad] = [reportOf([caseOf('a')]), reportOf([failed('a')])]
const worse = compareReports(
  rules,
  reportOf([caseOf('a', { observed: { level: 'weak', rank: 1, way: 'direct' } })]),
  good,
)

test.each([
  ['all pass, nothing compared', good, null, 0],
  ['all pass, no regression', good, compareReports(rules, good, good), 0],
  ['all pass, something got better', good, compareReports(rules, good, bad), 0],
  ['a case fails', bad, null, 1],
  ['a case fails as it did before', bad, compareReports(rules, bad, bad), 1],
  ['all pass, something got worse', good, worse, 1],
  ['all pass, cannot compare', good, incomparable('made-up', ['why']), 3],
  ['a case fails and cannot compare', bad, incomparable('made-up', ['why']), 1],
])('%s', (_, made, diff, exit) => {
  expect(exitCodeOf(made, diff)).toBe(exit)
})
