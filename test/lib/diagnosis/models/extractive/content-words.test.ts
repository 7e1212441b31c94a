import { describe, expect, test } from 'vitest'
import { contentWords, hasWord, keysOf } from '../../../../../lib/diagnosis/models/extractive/content-words.ts'

const texts = (text: string) => contentWords(text).map((word) => word.text)
const has = (text: string, word: string) => {
  const [wanted] = contentWords(word)
  return wanted !== undefined && hasWord(keysOf(text), wanted)
}

describe('content words', () => {
  test('are no stop words, bare numbers or single characters', () => {
    expect(texts('Why does the gateway time out after 30 s on a pod?')).toEqual(['gateway', 'time', 'pod'])
    expect(texts('为什么网关会超时，怎么办')).toEqual(['网关', '超时'])
    expect(texts('网关在超时后')).toEqual(['网关', '超时'])
  })

  test('are names as they are written', () => {
    expect(texts('Set max_connections of HikariCP to v1.2')).toEqual(['max_connections', 'HikariCP', 'v1.2'])
  })

  test.each([
    ['The connections leaked.', 'leaking'],
    ['Caches are cached.', 'cache'],
    ['Full-width ＧＡＴＥＷＡＹ', 'gateway'],
    ['the pool of max_connections', 'connections'],
    ['连接池已经耗尽', '耗尽'],
    ['数据库连接超时时间', '超时'],
    ['超时后会重试', '超时'],
  ])('are found whatever their form: %s has %s', (text, word) => {
    expect(has(text, word)).toBe(true)
  })

  test.each([
    ['The gateway fails.', 'pool'],
    ['超出时间', '超时'],
    ['A pooled thing', 'poodle'],
  ])('are not found in other words: %s has no %s', (text, word) => {
    expect(has(text, word)).toBe(false)
  })
})
