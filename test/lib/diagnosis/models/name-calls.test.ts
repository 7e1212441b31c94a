import { expect, test } from 'vitest'
import { nameCalls } from '../../../../lib/diagnosis/models/name-calls.ts'

const call = (id: string | null) => ({ id, name: 'lookup_knowledge', arguments: '{}' })
const idsOf = (...ids: (string | null)[]) => nameCalls(ids.map(call), []).map(({ id }) => id)

test('keeps the ids that a service gives', () => {
  expect(idsOf('a', 'b')).toEqual(['a', 'b'])
})

test('names calls without an id, or with one that is taken, by their place', () => {
  expect(idsOf(null, 'x', 'x', '')).toEqual(['call-1', 'x', 'call-3', 'call-4'])
  expect(idsOf('call-2', null)).toEqual(['call-2', 'call-3'])
})

test('counts on from the calls of earlier turns', () => {
  const before = nameCalls([call(null)], [])
  const messages = [{ role: 'assistant', text: null, tool_calls: before }] as const
  expect(nameCalls([call('call-1'), call(null)], messages).map(({ id }) => id)).toEqual(['call-2', 'call-3'])
})

test('replaces an id of more than 128 characters: a model that gives one without an end must not fill its turn', () => {
  expect(idsOf('i'.repeat(128), 'i'.repeat(129))).toEqual(['i'.repeat(128), 'call-2'])
})
