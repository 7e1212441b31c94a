import type { MeasureName } from './measure-claim.ts'

/**
 * Weights of `scoreMeasures`: logistic regression (ridge 1; every set the same weight, and its two labels) over AttributionBench
 * dev, WiCE dev and four domains of SummEdits, all English. Written by `eval/grounding/train.ts`; run it after a change of a rule.
 */
export const scoreWeights: Readonly<Record<MeasureName | 'bias', number>> = {
  missing: -0.37,
  apart: -0.56,
  scattered: -0.43,
  'figures-absent': -4.48,
  'figures-elsewhere': -1.8,
  'identifiers-absent': -0.59,
  'names-absent': -1.54,
  'quoted-absent': -0.48,
  negation: -1.73,
  opposites: -0.98,
  strength: -0.3,
  'sentence-absent': -1.37,
  bias: 1.53,
}
