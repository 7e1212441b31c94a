import { expect, test } from 'vitest'
import { action, analysis, conclusion, diagnosisDraft, quote } from '../../../lib/contract/draft.ts'
import { byDocumentOrder, fieldOrder } from '../../../lib/guard/document-order.ts'

test.each([
  ['the draft', diagnosisDraft.unwrap()],
  ['an analysis', analysis()],
  ['a quote', quote()],
  ['the conclusion', conclusion()],
  ['an action', action()],
])('fields of %s stand as in its schema', (_, schema) => {
  const fields = Object.keys(schema.shape)
  expect(fields.toSorted((a, b) => fieldOrder.indexOf(a) - fieldOrder.indexOf(b))).toEqual(fields)
  expect(fields.filter((field) => !fieldOrder.includes(field))).toEqual([])
})

test('a parent comes before its parts, items by number, unknown fields last and as they came', () => {
  const ordered = [
    [],
    ['analysis'],
    ['analysis', 2],
    ['analysis', 2, 'id'],
    ['analysis', 2, 'quotes', 0],
    ['analysis', 2, 'zz'],
    ['analysis', 2, 'aa'],
    ['analysis', 10],
    ['conclusion', 'text'],
    ['zz'],
    ['aa'],
  ]
  expect(ordered.toSorted(byDocumentOrder)).toEqual(ordered)
  const unknownLast = [ordered[5], ordered[6], ordered[9], ordered[10]]
  const others = ordered.filter((path) => !unknownLast.includes(path))
  expect(others.toReversed().toSorted(byDocumentOrder)).toEqual(others)
})
