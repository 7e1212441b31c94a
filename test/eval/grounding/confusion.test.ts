import { describe, expect, test } from 'vitest'
import { balancedAccuracy, confusionOf, falseAlarms, precision, recall } from '../../../eval/grounding/confusion.ts'

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
    expect(falseAlarms(confusion)).toBe(0.2)
    expect(balancedAccuracy(confusion)).toBeCloseTo((0.6 + 0.8) / 2, 12)
  })
  test('are null where they are not defined', () => {
    expect(precision(confusionOf(outcomes(0, 0, 3, 3)))).toBeNull()
    expect(recall(confusionOf(outcomes(0, 3, 3, 0)))).toBeNull()
    expect(falseAlarms(confusionOf(outcomes(3, 0, 0, 3)))).toBeNull()
    expect(balancedAccuracy(confusionOf(outcomes(3, 0, 0, 3)))).toBeNull()
    expect(balancedAccuracy(confusionOf(outcomes(0, 3, 3, 0)))).toBeNull()
  })
})
