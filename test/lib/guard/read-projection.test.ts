import { expect, test } from 'vitest'
import { readProjection } from '../../../lib/guard/read-projection.ts'
import { item, sha256, stored, view } from './builders.ts'

const seen = view('c1', [item('d#chunk-1', { excerpt: '级😀\u2028' }), item('d#chunk-2')])
const text = JSON.stringify(seen)
const record = stored('c1', text)
const withText = (projection: string) => stored('c1', projection)
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))

test('reads what was stored, as it was stored', () => {
  expect(readProjection(record)).toEqual(seen)
  const nothing = view('c2', [])
  expect(readProjection(stored('c2', JSON.stringify(nothing)))).toEqual(nothing)
})

test.each(Object.keys(seen))('refuses a view without %s, digest or not', (field) => {
  expect(readProjection(withText(JSON.stringify(without(seen, field))))).toBeNull()
})

test.each(Object.keys(item('d')))('refuses an item without %s', (field) => {
  const evidence = [without(item('d#chunk-1'), field), item('d#chunk-2')]
  expect(readProjection(withText(JSON.stringify({ ...seen, evidence })))).toBeNull()
})

test.each([
  ['a field more', JSON.stringify({ ...seen, score: 1 })],
  ['a field more in an item', JSON.stringify({ ...seen, evidence: [{ ...item('d#chunk-1'), score: 1 }, item('e')] })],
  ['an own __proto__ field', `{"__proto__":{},${text.slice(1)}`],
  ['a mistyped field', JSON.stringify({ ...seen, truncated: 'false' })],
  ['a grade that does not exist', JSON.stringify({ ...seen, relevance_level: 'BEST' })],
  ['a wrong count', JSON.stringify({ ...seen, returned_count: 1 })],
  ['items under NO_EVIDENCE', JSON.stringify({ ...seen, evidence_status: 'NO_EVIDENCE' })],
  ['no items under EVIDENCE_FOUND', JSON.stringify({ ...seen, evidence: [], returned_count: 0 })],
  ['text behind it', `${text}{}`],
  ['no JSON', 'gone'],
  ['nothing', ''],
  ['null', 'null'],
])('refuses a text with %s, though its digest fits', (_, projection) => {
  expect(readProjection({ ...withText(projection), evidence_status: 'EVIDENCE_FOUND' })).toBeNull()
})

test.each([
  ['one byte more', { projection: `${text} ` }],
  ['no text', { projection: null }],
  ['no digest', { projection_sha256: null }],
  ['the digest in capitals', { projection_sha256: sha256(text).toUpperCase() }],
  ['a digest of the start', { projection_sha256: sha256(text).slice(0, 32) }],
  ['the digest of UTF-16', { projection_sha256: sha256(Buffer.from(text, 'utf16le').toString('latin1')) }],
  ['another call', { tool_call_id: 'c2' }],
  ['another status', { evidence_status: 'NO_EVIDENCE' as const }],
  ['no status', { evidence_status: null }],
])('refuses a record with %s', (_, over) => {
  expect(readProjection({ ...record, ...over })).toBeNull()
})
