import type { MeasureName } from './measure-claim.ts'

/**
 * Weights of `scoreClaim`: logistic regression (ridge 1; every set the same weight, and its two labels) over AttributionBench
 * dev, WiCE dev and four domains of SummEdits, all English. Written by `eval/grounding/train.ts`; run it after a change of a rule.
 */
export const scoreWeights: Readonly<Record<MeasureName | 'bias', number>> = {
  missing: -0.16,
  apart: -0.97,
  scattered: -0.33,
  unpaired: -0.02,
  'figures-absent': -4.47,
  'figures-elsewhere': -1.3,
  'identifiers-absent': -0.65,
  'names-absent': -1.55,
  'quoted-absent': -0.46,
  negation: -1.82,
  opposites: -1.01,
  strength: -0.28,
  'sentence-absent': -1.26,
  bias: 1.48,
}
