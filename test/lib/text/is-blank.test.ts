import { expect, test } from 'vitest'
import { isBlank } from '../../../lib/text/is-blank.ts'

test.each([
  '',
  ' ',
  '\r\n\t',
  '\u3000\u00a0\u2028\u0085',
  '\u200b\u200d\u2060\ufeff',
  '\u00ad',
  '\u202e',
  '\u0000',
  '\u3164',
])('nothing can be seen in %j', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['.', '0', ' a ', '级', '\u200bx', '😀', '-'])('something can be seen in %j', (text) => {
  expect(isBlank(text)).toBe(false)
})
