import { environmentOf, readEnvironment } from '../../lib/contract/settings.ts'

export type Grade = 'PRECISE' | 'REFERENCE' | 'WEAK'

export const grades = ['PRECISE', 'REFERENCE', 'WEAK'] as const

const { PRECISE_THRESHOLD, REFERENCE_THRESHOLD } = readEnvironment(
  environmentOf('PRECISE_THRESHOLD', 'REFERENCE_THRESHOLD'),
  {},
)

/** Grade of evidence by its score: the lines that the product draws by default (spec 01). */
export function gradeOf(score: number): Grade {
  return score >= PRECISE_THRESHOLD ? 'PRECISE' : score >= REFERENCE_THRESHOLD ? 'REFERENCE' : 'WEAK'
}
