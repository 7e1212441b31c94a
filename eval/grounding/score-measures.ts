import { indexWithinLimit, type StatementWithEvidence } from '../../lib/semantic/judge-statement.ts'
import { openSubject } from '../../lib/semantic/open-subject.ts'
import { type Measures, measureClaim, measureNames } from './measure-claim.ts'
import { scoreWeights } from './score-weights.ts'

/**
 * How likely the evidence supports the statement, 0 to 1, by a logistic weighting of what the rules see. For ranking and
 * measuring only: no verdict is drawn from it. Null: over a limit, or nothing to compare.
 */
export function scoreClaim(statement: StatementWithEvidence): number | null {
  const evidence = indexWithinLimit(statement)
  if (evidence === null || evidence.length === 0) return null
  const subject = openSubject(statement.text, evidence)
  const measures = subject === null ? null : measureClaim(subject)
  return measures === null ? null : scoreMeasures(measures)
}

export function scoreMeasures(measures: Measures): number {
  const sum = measureNames.reduce((total, name) => total + scoreWeights[name] * measures[name], scoreWeights.bias)
  return 1 / (1 + Math.exp(-sum))
}
