import { expect, test } from 'vitest'
import { messageOf } from '../../../lib/text/message-of.ts'

test('an error is told by its message, anything else by what it is as text', () => {
  expect(messageOf(new TypeError('no such thing'))).toBe('no such thing')
  expect(messageOf('gone')).toBe('gone')
  expect(messageOf(undefined)).toBe('undefined')
})
