import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auroc } from '../../../eval/grounding/auroc.ts'
import { balancedAccuracy } from '../../../eval/grounding/confusion/balanced-accuracy.ts'
import { confusionOf } from '../../../eval/grounding/confusion/confusion.ts'
import { precision } from '../../../eval/grounding/confusion/precision.ts'
import { recall } from '../../../eval/grounding/confusion/recall.ts'

const outcomes = (truePositive: number, falsePositive: number, trueNegative: number, falseNegative: number) => [
  ...Array.from({ length: truePositive }, () => ({ unsupported: true, warned: true })),
  ...Array.from({ length: falsePositive }, () => ({ unsupported: false, warned: true })),
  ...Array.from({ length: trueNegative }, () => ({ unsupported: false, warned: false })),
  ...Array.from({ length: falseNegative }, () => ({ unsupported: true, warned: false })),
]

describe('precision, recall and balanced accuracy', () => {
  test('have their values by hand: 6 right and 2 wrong warnings, 8 rightly let pass, 4 missed', () => {
    const confusion = confusionOf(outcomes(6, 2, 8, 4))
    expect(confusion).toEqual({ truePositive: 6, falsePositive: 2, trueNegative: 8, falseNegative: 4 })
    expect(precision(confusion)).toBe(0.75)
    expect(recall(confusion)).toBe(0.6)
    expect(balancedAccuracy(confusion)).toBeCloseTo((0.6 + 0.8) / 2, 12)
  })
  test('are null where they are not defined', () => {
    expect(precision(confusionOf(outcomes(0, 0, 3, 3)))).toBeNull()
    expect(recall(confusionOf(outcomes(0, 3, 3, 0)))).toBeNull()
    expect(balancedAccuracy(confusionOf(outcomes(3, 0, 0, 3)))).toBeNull()
    expect(balancedAccuracy(confusionOf(outcomes(0, 3, 3, 0)))).toBeNull()
  })
})

describe('AUROC', () => {
  const claims = (supported: readonly number[], others: readonly number[]) => [
    ...supported.map((score) => ({ score, supported: true })),
    ...others.map((score) => ({ score, supported: false })),
  ]
  test.each([
    ['perfect', [0.8, 0.9], [0.1, 0.2], 1],
    ['reversed', [0.1, 0.2], [0.8, 0.9], 0],
    ['five of six pairs', [0.9, 0.5], [0.1, 0.2, 0.6], 5 / 6],
    ['all tied', [0.5, 0.5], [0.5], 0.5],
    ['one tie of two pairs', [0.5], [0.5, 0.1], 0.75],
  ])('is by hand: %s', (_, supported, others, area) => {
    expect(auroc(claims(supported, others))).toBeCloseTo(area, 12)
  })
  test('is null when a label is absent', () => {
    expect(auroc(claims([1, 2], []))).toBeNull()
    expect(auroc([])).toBeNull()
  })
  test('is the share of pairs in the right order, counted one by one', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 15 })
    fc.assert(
      fc.property(scores, scores, (supported, others) => {
        const pairs = supported.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
        const share = pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length
        expect(auroc(claims(supported, others))).toBeCloseTo(share, 12)
      }),
    )
  })
})
