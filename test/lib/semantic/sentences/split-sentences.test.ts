import { describe, expect, test } from 'vitest'
import { splitSentences } from '../../../../lib/semantic/sentences/split-sentences.ts'

describe('splitSentences', () => {
  test.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['重启服务。检查日志!', ['重启服务。', '检查日志!']],
    ['Version 1.2.3 uses 3.5 GB at example.com. Next', ['Version 1.2.3 uses 3.5 GB at example.com.', 'Next']],
    ['Dr. J. Smith, e.g. here. Next', ['Dr. J. Smith, e.g. here.', 'Next']],
    ['It waits 30 s. After 250 ms. Ms. Lee', ['It waits 30 s.', 'After 250 ms.', 'Ms. Lee']],
    ['- first\n- second\n2. third\n3、第四', ['first', 'second', 'third', '第四']],
    ['A line that is\nhard wrapped.\nNext', ['A line that is\nhard wrapped.', 'Next']],
    ['He said "stop." Then left', ['He said "stop."', 'Then left']],
    ['---\n***\n', []],
  ])('cuts %j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
  })

  test('cuts what is longer than any sentence', () => {
    expect(splitSentences('a'.repeat(2500)).map((piece) => piece.length)).toEqual([1000, 1000, 500])
  })
})
