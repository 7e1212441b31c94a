import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBytes, countChars, cutText } from '../../../lib/text/cut-text.ts'
import { hostileText } from '../hostile-text.ts'

/** `piece` so that its first code point is the `position`-th (1-based) of an ASCII text that goes on behind it. */
const at = (position: number, piece: string) => `${'a'.repeat(position - 1)}${piece}${'b'.repeat(50)}`
const cutAt1200 = (text: string) => cutText(text, 1200)

const family = '👨‍👩‍👧‍👦' // 7 code points, one grapheme

describe('a text at its limit', () => {
  it.each([
    [1199, false],
    [1200, false],
    [1201, true],
  ])('of %i characters is cut at 1200: %s', (length, cut) => {
    expect(cutAt1200('x'.repeat(length))).toEqual({ text: 'x'.repeat(Math.min(length, 1200)), cut })
  })

  it.each([
    [1199, false],
    [1200, false],
    [1201, true],
  ])('counts code points, not code units: %i of 𠮷 are cut at 1200: %s', (length, cut) => {
    expect(cutAt1200('𠮷'.repeat(length))).toEqual({ text: '𠮷'.repeat(Math.min(length, 1200)), cut })
  })

  it('that is empty is whole, at a limit of 0 too', () => {
    expect(cutText('', 0)).toEqual({ text: '', cut: false })
    expect(cutText('a', 0)).toEqual({ text: '', cut: true })
  })
})

describe('a cut', () => {
  it.each([
    [1198, `${'a'.repeat(1197)}𠮷bb`],
    [1199, `${'a'.repeat(1198)}𠮷b`],
    [1200, `${'a'.repeat(1199)}𠮷`],
    [1201, 'a'.repeat(1200)],
  ])('never splits a surrogate pair: 𠮷 as character %i', (position, expected) => {
    expect(cutAt1200(at(position, '𠮷'))).toEqual({ text: expected, cut: true })
  })

  it('keeps 📁 as the last character of 1199 ASCII characters and it', () => {
    expect(cutAt1200(`${'a'.repeat(1199)}📁`)).toEqual({ text: `${'a'.repeat(1199)}📁`, cut: false })
  })

  it.each([1194])('keeps a ZWJ family that ends at the limit, from character %i', (position) => {
    expect(cutAt1200(at(position, family)).text).toBe(`${'a'.repeat(1193)}${family}`)
  })

  it.each([1195, 1198, 1199, 1200, 1201])(
    'stops before a ZWJ family that does not fit, from character %i',
    (position) => {
      expect(cutAt1200(at(position, family))).toEqual({ text: 'a'.repeat(position - 1), cut: true })
    },
  )

  it.each([
    ['a flag', '🇨🇳', 2],
    ['a thumb with a skin tone', '👍🏽', 2],
    ['a base with one combining mark', 'e\u0301', 2],
    ['a base with three combining marks', 'e\u0301\u0302\u0303', 4],
    ['a keycap', '1\ufe0f\u20e3', 3],
    ['a Devanagari syllable', 'नि', 2],
    ['Hangul jamo of one syllable', '\u1100\u1161\u11a8', 3],
    ['a line end of CR and LF', '\r\n', 2],
  ])('keeps %s whole or leaves it out', (_, grapheme, length) => {
    for (let position = 1190; position <= 1201; position += 1) {
      const fits = position + length - 1 <= 1200
      const head = 'a'.repeat(position - 1)
      const expected = fits ? `${head}${grapheme}${'b'.repeat(1201 - position - length)}` : head
      expect(cutAt1200(at(position, grapheme)).text).toBe(expected)
    }
  })

  it('pairs flags from the start of their row', () => {
    expect(cutText('🇨🇳'.repeat(10), 5).text).toBe('🇨🇳🇨🇳')
    expect(cutText(`x${'🇨🇳'.repeat(10)}`, 5).text).toBe('x🇨🇳🇨🇳')
  })

  it('of one grapheme that is longer than the limit leaves nothing', () => {
    expect(cutText(family, 6)).toEqual({ text: '', cut: true })
    expect(cutText(`e${'\u0301'.repeat(2000)}`, 1200)).toEqual({ text: '', cut: true })
  })

  it('sees lone surrogates as U+FFFD, so that no half of a pair is left at the edge', () => {
    expect(cutText('ab\ud83dcd', 3)).toEqual({ text: 'ab\ufffd', cut: true })
    expect(cutText('\udcc1', 5)).toEqual({ text: '\ufffd', cut: false })
  })
})

describe('for any text and limit, a cut', () => {
  const limit = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3000 }))
  const anyCut = fc.tuple(hostileText, limit)
  const codePoints = (text: string) => [...text].length

  it('is a well-formed prefix of the well-formed text, within the limit, and marked as a cut exactly when it is one', () => {
    fc.assert(
      fc.property(anyCut, ([text, max]) => {
        const whole = text.toWellFormed()
        const given = cutText(text, max)
        expect(given.text.isWellFormed()).toBe(true)
        expect(whole.startsWith(given.text)).toBe(true)
        expect(codePoints(given.text)).toBeLessThanOrEqual(max)
        expect(given.cut).toBe(codePoints(whole) > max)
        expect(given.text === whole).toBe(!given.cut)
      }),
    )
  })

  it('ends at the last grapheme boundary of the whole text that is within the limit', () => {
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(anyCut, ([text, max]) => {
        const whole = text.toWellFormed()
        let end = 0
        let length = 0
        for (const { segment } of graphemes.segment(whole)) {
          length += codePoints(segment)
          if (length > max) break
          end += segment.length
        }
        expect(cutText(text, max).text).toBe(whole.slice(0, end))
      }),
    )
  })

  it('cut again at the same limit is the same, and whole', () => {
    fc.assert(
      fc.property(anyCut, ([text, max]) => {
        const once = cutText(text, max).text
        expect(cutText(once, max)).toEqual({ text: once, cut: false })
      }),
    )
  })
})

describe('counts', () => {
  it.each([
    ['', 0, 0],
    ['abc', 3, 3],
    ['é', 1, 2],
    ['网关', 2, 6],
    ['𠮷', 1, 4],
    [family, 7, 25],
    ['a\ud83db', 3, 5],
    ['\udcc1\ud83d', 2, 6],
  ])('of %j: %i characters, %i bytes', (text, chars, bytes) => {
    expect(countChars(text)).toBe(chars)
    expect(countBytes(text)).toBe(bytes)
  })

  it('are those of code points and of UTF-8, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(countChars(text)).toBe([...text].length)
        expect(countBytes(text)).toBe(new TextEncoder().encode(text).length)
      }),
    )
  })
})
