import { type Measures, measureNames } from './measure-claim.ts'
import { scoreWeights } from './score-weights.ts'

/**
 * How likely the evidence supports the statement, 0 to 1, by a logistic weighting of what the rules see. For ranking and
 * measuring only: no verdict is drawn from it.
 */
export function scoreMeasures(measures: Measures): number {
  const sum = measureNames.reduce((total, name) => total + scoreWeights[name] * measures[name], scoreWeights.bias)
  return 1 / (1 + Math.exp(-sum))
}
