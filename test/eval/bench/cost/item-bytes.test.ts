import { describe, expect, test } from 'vitest'
import { itemBytes } from '../../../../eval/bench/cost/item-bytes.ts'

describe('the size of an item', () => {
  test('is names and texts as UTF-8', () => {
    expect(itemBytes({ run_id: { S: 'r1' }, q: { S: '连接池' } })).toBe(6 + 2 + 1 + 9)
  })

  test.each([
    ['0', 1],
    ['7', 2],
    ['10', 2],
    ['1700000000', 2],
    ['1765432109', 6],
    ['-12.5', 3],
  ])('of the number %s is a byte for two significant digits, and one', (text, bytes) => {
    expect(itemBytes({ n: { N: text } })).toBe(1 + bytes)
  })

  test('of true, false and null is one byte', () => {
    expect(itemBytes({ a: { BOOL: true }, b: { NULL: true } })).toBe(4)
  })

  test('of lists and maps is 3, one for each thing in them, and the things', () => {
    expect(itemBytes({ l: { L: [{ S: 'ab' }, { BOOL: false }] } })).toBe(1 + 3 + 2 + 2 + 1)
    expect(itemBytes({ m: { M: { k: { S: 'abc' } } } })).toBe(1 + 3 + 1 + 1 + 3)
  })

  test('of sets and bytes is what is in them', () => {
    expect(itemBytes({ s: { SS: ['ab', 'c'] }, b: { B: new Uint8Array(5) }, n: { NS: ['7', '12'] } })).toBe(
      3 + 3 + 5 + 4,
    )
  })
})
