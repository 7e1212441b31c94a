import type { MeasureName } from './measure-claim.ts'

/**
 * Weights of `scoreClaim`: logistic regression (ridge 1; every set the same weight, and its two labels) over AttributionBench
 * dev, WiCE dev and four domains of SummEdits, all English. Written by `eval/grounding/train.ts`; run it after a change of a rule.
 */
export const scoreWeights: Readonly<Record<MeasureName | 'bias', number>> = {
  missing: -0.37,
  apart: -0.57,
  scattered: -0.45,
  'figures-absent': -4.48,
  'figures-elsewhere': -1.81,
  'identifiers-absent': -0.59,
  'names-absent': -1.55,
  'quoted-absent': -0.47,
  negation: -2.02,
  opposites: -0.99,
  strength: -0.25,
  'sentence-absent': -1.35,
  bias: 1.54,
}
