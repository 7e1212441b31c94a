import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listDifferences } from '../../../eval/rag-retrieval/list-differences.ts'

const fieldsOf = (expected: unknown, actual: unknown) =>
  listDifferences('it', json(expected), json(actual)).map(({ field }) => field)
const json = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the differences of two values', () => {
  test('name each leaf by its path', () => {
    expect(fieldsOf({ a: [1, { b: 2 }], c: 3 }, { a: [1, { b: 4 }], c: 5 })).toEqual(['it.a.1.b', 'it.c'])
  })

  test('are the same whatever the order of keys', () => {
    expect(fieldsOf({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
  })

  test('name what only one side has, and say which', () => {
    const found = listDifferences('it', json({ a: 1, l: [1, 2] }), json({ b: 1, l: [1] }))
    expect(found.map(({ message }) => message)).toEqual([
      'it.a was recorded and is missing.',
      'it.l.1 was recorded and is missing.',
      'it.b was not recorded.',
    ])
  })

  test('tell null, an empty list and an empty object apart', () => {
    expect(fieldsOf([null, [], {}], [[], {}, null])).toEqual(['it.0', 'it.1', 'it.2'])
    expect(fieldsOf({ a: null }, {})).toEqual(['it.a'])
  })

  test('show the part of a long text where it parts, never half a character', () => {
    const [difference] = listDifferences('it', `${'x'.repeat(500)}📁old`, `${'x'.repeat(500)}📂new`)
    expect(difference?.expected).toMatch(/^…x{39,40}.*old$/u)
    expect(difference?.actual).toMatch(/new$/)
    expect(JSON.stringify(difference)).not.toMatch(/\\ud[89a-f]/i)
  })

  test('are none of a value and itself, and some of two that are not equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(fieldsOf(one, one)).toEqual([])
        const same = fc.stringify(json(one)) === fc.stringify(json(other))
        if (!same) expect(fieldsOf(one, other).length).toBe(fieldsOf(other, one).length)
      }),
    )
  })
})
