// Expected against observed, field by field.
import type { CaseFailure } from '../gate/case-result.ts'
import type { Expectation } from './diagnosis-case.ts'
import type { Observation } from './observe-run.ts'

/** A failure for each field that is not as expected. */
export function compareOutcome(expected: Expectation, observed: Observation): CaseFailure[] {
  const { semantic, statements, ...same } = expected
  return [
    ...Object.entries(same).flatMap(([field, value]) => differ(field, value, observed[field as keyof typeof same])),
    ...(semantic === 'SUPPORTED'
      ? differ('semantic', [semantic], [...new Set(Object.values(observed.semantic))])
      : differ('semantic', sorted(semantic), sorted(observed.semantic))),
    ...(statements === null || observed.statements === null
      ? differ('statements', statements, observed.statements)
      : compareCounts(statements, observed.statements)),
  ]
}

function compareCounts(
  expected: NonNullable<Expectation['statements']>,
  observed: NonNullable<Observation['statements']>,
): CaseFailure[] {
  return Object.entries(expected).flatMap(([kind, count]) => {
    const actual = observed[kind as keyof typeof observed]
    const enough = count === '1+' && Number(actual) >= 1
    return enough ? [] : differ(`statements.${kind}`, count, actual)
  })
}

type Json = CaseFailure['expected']

function differ(field: string, expected: Json, actual: Json): CaseFailure[] {
  const [want, got] = [JSON.stringify(expected), JSON.stringify(actual)]
  return want === got ? [] : [{ field, expected, actual, message: `${field} should be ${want} and is ${got}.` }]
}

function sorted(row: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
}
