import type { Subject } from '../../lib/semantic/comparison/comparison.ts'
import { measureCoverage } from '../../lib/semantic/comparison/measure-coverage.ts'
import { figurePlaces } from '../../lib/semantic/rules/figures.ts'
import { identifierPlaces } from '../../lib/semantic/rules/identifiers.ts'
import { names } from '../../lib/semantic/rules/names.ts'
import { opposites } from '../../lib/semantic/rules/opposites.ts'
import { polarity } from '../../lib/semantic/rules/polarity.ts'
import { quotedStrings } from '../../lib/semantic/rules/quoted-strings.ts'
import { strength } from '../../lib/semantic/rules/strength.ts'

/** What the score weighs, in this order (see `score-weights.ts`). */
export const measureNames = [
  'missing',
  'apart',
  'scattered',
  'figures-absent',
  'figures-elsewhere',
  'identifiers-absent',
  'names-absent',
  'quoted-absent',
  'negation',
  'opposites',
  'strength',
  'sentence-absent',
] as const
export type MeasureName = (typeof measureNames)[number]
export type Measures = Readonly<Record<MeasureName, number>>

/** What layer 1 sees of a statement beside its evidence, as numbers: 0 speaks for support, 1 against. Null: no content words. */
export function measureClaim(subject: Subject): Measures | null {
  const { comparisons } = subject
  const coverage = measureCoverage(comparisons)
  if (coverage === null) return null
  const figures = comparisons.flatMap(figurePlaces)
  const identifiers = comparisons.flatMap(identifierPlaces)
  const any = (words: readonly string[]) => (words.length > 0 ? 1 : 0)
  return {
    missing: 1 - coverage.anywhere,
    apart: 1 - coverage.together,
    scattered: 1 - coverage.inOne,
    'figures-absent': soft(figures.filter((place) => place === 'absent').length),
    'figures-elsewhere': soft(figures.filter((place) => place === 'elsewhere').length),
    'identifiers-absent': soft(identifiers.filter((place) => place !== 'in-context').length),
    'names-absent': soft(names.faults(subject).length),
    'quoted-absent': any(quotedStrings.faults(subject)),
    negation: any(polarity.faults(subject)),
    opposites: any(opposites.faults(subject)),
    strength: any(strength.faults(subject)),
    'sentence-absent': coverage.worst,
  }
}

/** 0, then quickly towards 1: the first fault tells most. */
function soft(count: number): number {
  return count === 0 ? 0 : 1 - 0.4 / count
}
