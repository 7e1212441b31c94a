import { expect, it } from 'vitest'
import { readSearchBody } from '../../../../infra/local/knowledge/search-body.ts'

it.each([
  [1, 1],
  [200, 200],
  [201, 200],
  [999_999_999, 200],
])('of %i hits that are asked for, %i at most are given', (asked, given) => {
  const counts = { retrieve_k: asked, return_n: asked, max_chunks_per_document: asked }
  expect(readSearchBody({ query: 'x', ...counts })).toMatchObject({
    retrieve_k: given,
    return_n: given,
    max_chunks_per_document: given,
  })
})
