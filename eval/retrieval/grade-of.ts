export type Grade = 'PRECISE' | 'REFERENCE' | 'WEAK'

export const grades = ['PRECISE', 'REFERENCE', 'WEAK'] as const

/** Grade of evidence by its score: the lines that the product draws by default (spec 01). */
export function gradeOf(score: number): Grade {
  return score >= 0.75 ? 'PRECISE' : score >= 0.5 ? 'REFERENCE' : 'WEAK'
}
