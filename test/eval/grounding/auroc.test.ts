import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auroc } from '../../../eval/grounding/auroc.ts'

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
