import { describe, expect, it } from 'vitest'
import { categoryFor, planFirstAttempt, planRetry } from '../../../lib/evidence/plan-attempts.ts'

describe('the category of a query', () => {
  const policy = { Gateway: 'gateway', 数据库: 'database', timeout: 'network' }

  it('is that of the first keyword that the query holds, in any case of letters', () => {
    expect(categoryFor('the GATEWAY has a timeout', policy)).toBe('gateway')
    expect(categoryFor('a Timeout', policy)).toBe('network')
    expect(categoryFor('数据库连接池耗尽', policy)).toBe('database')
  })

  it('is none without a keyword, and off without a policy', () => {
    expect(categoryFor('disk full', policy)).toBeNull()
    expect(categoryFor('the gateway', {})).toBeNull()
    expect(categoryFor('the gateway', undefined)).toBeNull()
  })
})

describe('the plan', () => {
  it('without a category is one unfiltered attempt, however poor it is', () => {
    const first = planFirstAttempt(null)
    expect(first).toEqual({ name: 'UNFILTERED_VECTOR', category: null })
    expect(planRetry(first, { isLowQuality: true, evidenceBlockCount: 0 })).toBeNull()
    expect(planRetry(first, { isLowQuality: true, evidenceBlockCount: 3 })).toBeNull()
  })

  it('with a category begins with a filtered attempt', () => {
    expect(planFirstAttempt('gateway')).toEqual({ name: 'FILTERED_VECTOR', category: 'gateway' })
  })

  it.each([
    [0, 'filtered_vector_no_evidence'],
    [1, 'filtered_vector_low_quality'],
  ])('retries a poor filtered attempt of %i blocks without the category: %s', (evidenceBlockCount, reason) => {
    expect(planRetry(planFirstAttempt('gateway'), { isLowQuality: true, evidenceBlockCount })).toEqual({
      attempt: { name: 'UNFILTERED_VECTOR_RETRY', category: null },
      reason,
    })
  })

  it('lets a good filtered attempt stand, and never retries a retry', () => {
    expect(planRetry(planFirstAttempt('gateway'), { isLowQuality: false, evidenceBlockCount: 1 })).toBeNull()
    const retry = { name: 'UNFILTERED_VECTOR_RETRY', category: null } as const
    expect(planRetry(retry, { isLowQuality: true, evidenceBlockCount: 0 })).toBeNull()
  })
})
