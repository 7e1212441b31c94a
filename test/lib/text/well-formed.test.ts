import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wellFormed } from '../../../lib/text/well-formed.ts'
import { hostileText } from '../hostile-text.ts'

it.each([
  ['a high half alone', 'a\ud83d', 'a\ufffd'],
  ['a low half alone', '\udcc1b', '\ufffdb'],
  ['halves in the wrong order', '\udcc1\ud83d', '\ufffd\ufffd'],
  ['a half before a whole pair', '\ud83d\ud83d\udcc1', '\ufffd\ud83d\udcc1'],
  ['a half between two letters', 'x\udfffy', 'x\ufffdy'],
])('turns %s into U+FFFD', (_, given, expected) => {
  expect(wellFormed(given)).toBe(expected)
})

it.each(['', 'plain', '网关超时', '𠮷', '👨‍👩‍👧‍👦', '\u0000', '\ufffd', '\ufeffx'])('leaves %j as it is', (text) => {
  expect(wellFormed(text)).toBe(text)
})

it('gives text that survives UTF-8 unchanged, whatever comes in', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const clean = wellFormed(text)
      expect(clean.isWellFormed()).toBe(true)
      expect(clean).toHaveLength(text.length)
      expect(Buffer.from(clean, 'utf8').toString('utf8')).toBe(clean)
    }),
  )
})
