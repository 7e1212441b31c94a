// The page marks a quote where the guard found it (spec 04, code 19: literal after NFC and folding of white space).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findQuotes } from '../../../lib/report/find-quotes.ts'
import { foldQuote } from '../../../lib/text/fold-quote.ts'
import { hostileText } from '../hostile-text.ts'

const marked = (excerpt: string, ...quotes: string[]) =>
  findQuotes(excerpt, quotes).map(({ start, end }) => excerpt.slice(start, end))

describe('a quote is found', () => {
  test.each([
    ['as it stands', 'Check the upstream.', 'the upstream', ['the upstream']],
    ['at the start and at the end', 'ab ab', 'ab', ['ab', 'ab']],
    ['over line ends and indents', 'Raise it  to\n\t120 s, never more', 'to 120 s', ['to\n\t120 s']],
    ['over an ideographic space', '上限\u3000为 20', '上限 为', ['上限\u3000为']],
    ['with blanks around it that are not in the text', 'a b', '  a b ', ['a b']],
    ['in Chinese, between characters', '说明连接池已经耗尽。先检查慢 SQL', '连接池已经耗尽', ['连接池已经耗尽']],
    ['composed, where the text is decomposed', 'cafe\u0301 latency', 'caf\u00e9', ['cafe\u0301']],
    ['decomposed, where the text is composed', 'caf\u00e9 latency', 'cafe\u0301 l', ['caf\u00e9 l']],
    ['behind characters that normalise to fewer', 'e\u0301e\u0301 \u1112\u1161\u11ab 504', '504', ['504']],
    ['behind characters of two units', '📁📁 𠮷野家 504 x', '𠮷野家 504', ['𠮷野家 504']],
    ['at every place, also where two share characters', 'aaab', 'aa', ['aaa']],
    ['over a CRLF', 'a\r\nb', 'a b', ['a\r\nb']],
  ])('%s', (_, excerpt, quote, spans) => {
    expect(marked(excerpt, quote)).toEqual(spans)
  })

  test('and what overlaps or touches is one mark', () => {
    expect(findQuotes('one two three', ['one two', 'two three'])).toEqual([{ start: 0, end: 13 }])
    expect(findQuotes('one two three', ['one ', 'two'])).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 7 },
    ])
    expect(findQuotes('abcd', ['ab', 'cd'])).toEqual([{ start: 0, end: 4 }])
    expect(findQuotes('abcd', ['abcd', 'b'])).toEqual([{ start: 0, end: 4 }])
  })

  test('in the order of the text, whatever the order of the quotes', () => {
    expect(marked('one two three', 'three', 'one')).toEqual(['one', 'three'])
  })

  test('as whole characters, never half of one', () => {
    expect(marked('👨‍👩‍👧 x', '👩')).toEqual(['👨‍👩‍👧'])
  })
})

describe('nothing is found', () => {
  test.each([
    ['of another case', 'Check', 'check'],
    ['of a look-alike form', 'ﬁle', 'file'],
    ['that is blank', 'a b', ' \n'],
    ['in an empty text', '', 'a'],
  ])('%s', (_, excerpt, quote) => {
    expect(marked(excerpt, quote)).toEqual([])
  })
})

test('a quote is found exactly when the guard finds it, and what is marked holds it', () => {
  // Stored excerpts are well-formed (spec 02, "Project"); a quote may still begin or end within a character.
  const cutOut = hostileText
    .map((text) => text.slice(0, 3000).toWellFormed())
    .chain((text) =>
      fc
        .tuple(fc.nat(Math.max(text.length, 1)), fc.nat(60))
        .map(([from, length]) => ({ text, quote: text.slice(from, from + length) })),
    )
  fc.assert(
    fc.property(cutOut, ({ text, quote }) => {
      const folded = foldQuote(quote)
      const spans = findQuotes(text, [quote])
      expect(spans.length > 0).toBe(folded !== '' && foldQuote(text).includes(folded))
      for (const { start, end } of spans) expect(foldQuote(text.slice(start, end))).toContain(folded)
      for (const [i, span] of spans.entries()) expect(span.start).toBeGreaterThan(spans[i - 1]?.end ?? -1)
    }),
    { numRuns: 300 },
  )
})
