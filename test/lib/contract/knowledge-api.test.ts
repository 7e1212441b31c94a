import { describe, expect, test } from 'vitest'
import { ingestReply } from '../../../lib/contract/knowledge-api.ts'

describe('a reply to an ingest', () => {
  const reply = (category: unknown) => ingestReply.parse({ doc_id: 'a', chunk_count: 1, category }).category

  test('has a category that any storage takes: no half of a character is left in it', () => {
    expect(reply('\uD800')).toBe('\uFFFD')
    expect(reply(' db\uDC00 ')).toBe('db\uFFFD')
    expect(reply('数据库 😀')).toBe('数据库 😀')
  })

  test.each([[''], ['  '], ['x'.repeat(501)], [7]])('has none where it says %o', (category) => {
    expect(reply(category)).toBeUndefined()
  })
})
