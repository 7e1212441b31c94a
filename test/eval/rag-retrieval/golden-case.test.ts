import { describe, expect, test } from 'vitest'
import { type GoldenCase, goldenCase, goldenCases } from '../../../eval/rag-retrieval/golden-case.ts'

const found: GoldenCase = {
  id: 'a-case',
  query: 'why',
  expectedSources: ['a.md'],
  expectedBreadcrumbs: ['A'],
  expectedKeywords: ['because'],
  topK: 5,
  expectedAttempts: ['UNFILTERED_VECTOR'],
  expectedFallbackReasons: [],
  expectedEvidenceStatus: 'EVIDENCE_FOUND',
  expectedRerankTopSource: 'a.md',
  tags: ['en'],
}
const absent: GoldenCase = {
  ...found,
  expectedSources: [],
  expectedBreadcrumbs: [],
  expectedKeywords: [],
  expectedEvidenceStatus: 'NO_EVIDENCE',
  expectedRerankTopSource: null,
}
const retried: Partial<GoldenCase> = {
  expectedAttempts: ['UNFILTERED_VECTOR_RETRY'],
  expectedFallbackReasons: ['filtered_vector_low_quality', 'filtered_vector_no_evidence'],
  category: 'x',
}

describe('a golden case', () => {
  test.each([
    ['with evidence', found],
    ['without', absent],
    ['with a fallback', { ...found, ...retried }],
  ])('%s is taken', (_, given) => {
    expect(goldenCase.safeParse(given).error).toBeUndefined()
  })

  test.each([
    ['an unknown field', { ...found, note: 'x' }],
    ['an id that names no file', { ...found, id: '../x' }],
    ['a blank query', { ...found, query: '' }],
    ['evidence and no source', { ...found, expectedSources: [] }],
    ['evidence and no keyword', { ...found, expectedKeywords: [] }],
    ['evidence and no top', { ...found, expectedRerankTopSource: null }],
    ['no evidence, and a source', { ...absent, expectedSources: ['a.md'] }],
    ['a reason without a retry', { ...found, expectedFallbackReasons: ['filtered_vector_low_quality'] }],
    ['a retry without a reason', { ...found, expectedAttempts: ['UNFILTERED_VECTOR_RETRY'] }],
    [
      'a retry that is not required',
      { ...found, ...retried, expectedAttempts: ['FILTERED_VECTOR', 'UNFILTERED_VECTOR_RETRY'] },
    ],
    ['more sources than places', { ...found, expectedSources: ['a.md', 'b.md'], topK: 1 }],
    ['a source named twice', { ...found, expectedSources: ['a.md', 'a.md'] }],
    ['no tag', { ...found, tags: [] }],
  ])('with %s is refused', (_, given) => {
    expect(goldenCase.safeParse(given).success).toBe(false)
  })
})

test('two cases of one id are refused', () => {
  const set = (...cases: GoldenCase[]) => goldenCases.safeParse({ schemaVersion: 1, categoryPolicy: {}, cases })
  expect(set(found, { ...absent, id: 'b' }).success).toBe(true)
  expect(set(found, absent).success).toBe(false)
})
