import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withCloseness } from '../../../../../infra/local/knowledge/ranking/with-closeness.ts'

describe('a score with closeness', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })

  it('is never below the score by words, never above 1, and rises with both', () => {
    fc.assert(
      fc.property(share, share, share, (score, closeness, more) => {
        const value = withCloseness(score, closeness)
        expect(value).toBeGreaterThanOrEqual(score - 1e-12)
        expect(value).toBeLessThanOrEqual(1)
        expect(withCloseness(score, Math.max(closeness, more))).toBeGreaterThanOrEqual(value - 1e-12)
        expect(withCloseness(Math.max(score, more), closeness)).toBeGreaterThanOrEqual(value - 1e-12)
      }),
    )
  })

  it('is WEAK at most where no word agrees', () => {
    expect(withCloseness(0, 1)).toBeLessThan(0.5)
    expect(withCloseness(0, 1)).toBeGreaterThan(0.35)
  })
})
