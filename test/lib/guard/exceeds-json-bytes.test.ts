import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exceedsJsonBytes } from '../../../lib/guard/exceeds-json-bytes.ts'
import { holds } from './holds.ts'

test('counts exactly the bytes of the compact JSON text', () => {
  holds(
    fc.property(fc.oneof(fc.jsonValue(), fc.jsonValue({ stringUnit: 'binary' })), (value) => {
      const bytes = Buffer.byteLength(JSON.stringify(value))
      expect(exceedsJsonBytes(value, bytes)).toBe(false)
      expect(exceedsJsonBytes(value, bytes - 1)).toBe(true)
    }),
  )
})

test.each([
  ['[]', 2],
  ['{}', 2],
  ['[1,2]', 5],
  ['{"a":1,"b":[]}', 14],
  ['"级"', 5],
  ['{"__proto__":1}', 15],
  ['null', 4],
])('%s has %i bytes', (json, bytes) => {
  const value: unknown = JSON.parse(json)
  expect(exceedsJsonBytes(value, bytes)).toBe(false)
  expect(exceedsJsonBytes(value, bytes - 1)).toBe(true)
})

test('does not fail on nesting of any depth', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(exceedsJsonBytes(deep, 200_000)).toBe(false)
  expect(exceedsJsonBytes(deep, 199_999)).toBe(true)
})
