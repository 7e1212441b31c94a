import { expect, test } from 'vitest'
import { fitLogistic } from '../../../eval/grounding/fit-logistic.ts'

const sample = (feature: number, positive: boolean, weight = 1) => ({ features: [feature], positive, weight })

test('without a telling feature the bias alone gives the share of positives', () => {
  const [weight, bias] = fitLogistic([sample(0, true), sample(0, true), sample(0, true), sample(0, false)])
  expect(weight).toBeCloseTo(0, 9)
  expect(bias).toBeCloseTo(Math.log(3), 6)
})

test('with many samples the weight is the difference of log odds', () => {
  const many = (feature: number, positive: boolean, count: number) => sample(feature, positive, count)
  const rows = [many(0, true, 30_000), many(0, false, 10_000), many(1, true, 10_000), many(1, false, 30_000)]
  const [weight, bias] = fitLogistic(rows)
  expect(bias).toBeCloseTo(Math.log(3), 2)
  expect(weight).toBeCloseTo(-2 * Math.log(3), 2)
})

test('the ridge keeps the weight of a feature that separates finite', () => {
  const [weight] = fitLogistic([sample(0, true), sample(1, false)])
  // At the optimum the weight is minus the chance that the second sample is still given.
  expect(weight).toBeGreaterThan(-1)
  expect(weight).toBeLessThan(0)
})
