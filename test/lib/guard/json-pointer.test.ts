import { expect, test } from 'vitest'
import { jsonPointer } from '../../../lib/guard/json-pointer.ts'

// From RFC 6901, section 5.
test.each([
  ['', []],
  ['/foo', ['foo']],
  ['/foo/0', ['foo', 0]],
  ['/', ['']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/ ', [' ']],
  ['/~01', ['~1']],
  ['/~1~1~0~0', ['//~~']],
])('%j', (pointer, path) => {
  expect(jsonPointer(path)).toBe(pointer)
})
