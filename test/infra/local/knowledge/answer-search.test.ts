// Spec 01, "Search": an absolute score in [0, 1]; >= 0.75 is PRECISE, >= 0.5 REFERENCE.
import { expect, test } from 'vitest'
import { answerSearch } from '../../../../infra/local/knowledge/answer-search.ts'
import { createCollection } from '../../../../infra/local/knowledge/collection.ts'

/** The reply about one chunk that the index scored so. */
function replyFor(score: number) {
  const chunk = { evidenceKey: 'd#chunk-1', docId: 'd', source: 's', title: 't', breadcrumb: 'b', excerpt: 'x', score }
  const question = { query: 'q', mode: 'hybrid', retrieve_k: 1, return_n: 1, max_chunks_per_document: 1 } as const
  return answerSearch({ ...createCollection(), search: () => [chunk] }, { ...question, category: null, kb_scope: null })
}

test.each([
  [1, 'PRECISE'],
  [0.75, 'PRECISE'],
  [0.7499, 'REFERENCE'],
  [0.5, 'REFERENCE'],
  [0.4999, null],
])('a score of %d is graded %s', (score, level) => {
  expect(replyFor(score)).toMatchObject({
    evidence_status: 'supported',
    relevance_level: level,
    hits: [{ quality_score: score, relevance_level: level }],
  })
})
