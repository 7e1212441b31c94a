import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldQuote } from '../../../lib/text/fold-quote.ts'

test.each([
  ['runs of white space become one space', 'a \t\r\n b\u3000\u00a0c\u2028d\u0085e', 'a b c d e'],
  ['white space at the ends is dropped', ' \n a b \t', 'a b'],
  ['white space alone becomes nothing', ' \n\t ', ''],
  ['composed and decomposed forms become one', 'cafe\u0301 \u212b', 'caf\u00e9 \u00c5'],
])('%s', (_, text, folded) => {
  expect(foldQuote(text)).toBe(folded)
})

test.each([
  ['case', 'Pod', 'pod'],
  ['width', '５０％', '50%'],
  ['ligatures', '\ufb01le', 'file'],
  ['zero-width spaces', 'up\u200bstream', 'upstream'],
  ['soft hyphens', 'up\u00adstream', 'upstream'],
  ['bidi marks', 'a\u202eb', 'ab'],
  ['byte order marks', '\ufeffa', 'a'],
  ['any white space at all', 'a b', 'ab'],
])('%s still counts', (_, a, b) => {
  expect(foldQuote(a)).not.toBe(foldQuote(b))
})

test.each([
  ['the first half', 'a 📁 b', 'a \ud83d'],
  ['the second half', 'a 📁 b', '\udcc1 b'],
  ['a half, of a text that was broken before', 'a \ufffd b', 'a \ud83d b'],
  ['a half between whole ones', '📁📁', '\udcc1\ud83d'],
  ['halves in the wrong order', '𐀀𐀀', '\udc00\ud800'],
])('%s of a character is in no text', (_, text, quote) => {
  expect(foldQuote(text)).not.toContain(foldQuote(quote))
})

test('whole characters outside the basic plane are kept as they are', () => {
  expect(foldQuote('故障 📁𐀀')).toBe('故障 📁𐀀')
})

test('folding what is folded changes nothing', () => {
  const property: fc.IProperty<[string]> = fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(foldQuote(foldQuote(text))).toBe(foldQuote(text))
  })
  expect(foldQuote(foldQuote('\ud83d\ud83d a \udc00'))).toBe(foldQuote('\ud83d\ud83d a \udc00'))
  const details = fc.check(property)
  expect(details).toMatchObject({ failed: false })
})
