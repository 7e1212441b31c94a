import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visibleText } from '../../../lib/report/visible-text.ts'
import { hostileText } from '../hostile-text.ts'

describe('what a text hides is shown', () => {
  test.each([
    ['a NUL', '\u0000', '␀'],
    ['an escape', '\u001b[31m', '␛[31m'],
    ['a delete', '\u007f', '␡'],
    ['a C1 control', '\u0085', '[U+0085]'],
    ['an override of direction', '\u202egnp.exe\u202c', '[U+202E]gnp.exe[U+202C]'],
    ['an isolate', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['a zero-width space', 'pass\u200bword', 'pass[U+200B]word'],
    ['a soft hyphen', '\u00ad', '[U+00AD]'],
    ['a byte order mark', '\ufeff', '[U+FEFF]'],
    ['a tag character', '\u{e0041}', '[U+E0041]'],
    ['a Hangul filler', '\u3164', '[U+3164]'],
    ['a line separator', '\u2028', '[U+2028]'],
    ['half of a surrogate pair', 'a\ud800', 'a\ufffd'],
    ['a lone carriage return', 'a\rb', 'a␍b'],
  ])('%s', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })
})

describe('ordinary text stays as it is', () => {
  test.each(['tab\there', 'line\nend', '网关超时 “504”', '👨‍👩‍👧‍👦 👍🏽 ❤️', 'می‌خواهم', '\u200fשלום\u200e', 'क्षि 각 é̂'])(
    '%j',
    (text) => {
      expect(visibleText(text)).toBe(text)
    },
  )

  test('a line end is one line feed, as a browser reads it', () => {
    expect(visibleText('a\r\nb')).toBe('a\nb')
  })
})

test('what is shown hides nothing more', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = visibleText(text)
      expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]|(?![\t\n])\p{Cc}/u)
      expect(shown.isWellFormed()).toBe(true)
      expect(visibleText(shown)).toBe(shown)
    }),
  )
})
