import { describe, expect, it } from 'vitest'
import { ragToolResult } from '../../../lib/contract/rag-tool-result.ts'

const item = {
  document_id: 'gateway-timeout-md-34223174#chunk-1',
  source: 'gateway-timeout-md',
  title: 'Gateway timeouts',
  breadcrumb: 'Gateway timeouts > Steps',
  excerpt: 'First check ...',
}
const found = {
  evidence_status: 'EVIDENCE_FOUND',
  tool_call_id: 'call_x1',
  query: 'how to debug a gateway timeout',
  evidence: [item],
  returned_count: 1,
  relevance_level: 'PRECISE',
  truncated: false,
}
const none = { ...found, evidence_status: 'NO_EVIDENCE', evidence: [], returned_count: 0, relevance_level: null }
const accepts = (value: unknown) => ragToolResult.safeParse(value).success
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))

describe('the frozen contract', () => {
  it('is the example of the specification, and one without evidence', () => {
    expect(ragToolResult.parse(found)).toEqual(found)
    expect(ragToolResult.parse(none)).toEqual(none)
  })

  it('keeps the order of keys when it is parsed', () => {
    const shuffled = Object.fromEntries(Object.entries(found).toReversed())
    expect(Object.keys(ragToolResult.parse(shuffled))).toEqual([
      'evidence_status',
      'tool_call_id',
      'query',
      'evidence',
      'returned_count',
      'relevance_level',
      'truncated',
    ])
    expect(Object.keys(ragToolResult.parse(found).evidence[0] ?? {})).toEqual([
      'document_id',
      'source',
      'title',
      'breadcrumb',
      'excerpt',
    ])
  })

  it.each(Object.keys(found))('is not without %s', (field) => {
    expect(accepts(without(found, field))).toBe(false)
  })

  it.each(Object.keys(item))('is not with an item without %s', (field) => {
    expect(accepts({ ...found, evidence: [without(item, field)] })).toBe(false)
  })

  it('has no other key, in the whole or in an item', () => {
    expect(accepts({ ...found, score: 0.9 })).toBe(false)
    expect(accepts({ ...found, evidence: [{ ...item, score: 0.9 }] })).toBe(false)
  })

  it.each(['source', 'title', 'breadcrumb'])('may have null for the %s of an item', (field) => {
    expect(accepts({ ...found, evidence: [{ ...item, [field]: null }] })).toBe(true)
  })

  it.each(['document_id', 'excerpt'])('may not have null for the %s of an item', (field) => {
    expect(accepts({ ...found, evidence: [{ ...item, [field]: null }] })).toBe(false)
  })

  it('counts its items', () => {
    expect(accepts({ ...found, returned_count: 2 })).toBe(false)
    expect(accepts({ ...found, returned_count: 0 })).toBe(false)
    expect(accepts({ ...none, returned_count: 1 })).toBe(false)
  })

  it('says EVIDENCE_FOUND exactly when it has an item', () => {
    expect(accepts({ ...found, evidence_status: 'NO_EVIDENCE' })).toBe(false)
    expect(accepts({ ...none, evidence_status: 'EVIDENCE_FOUND' })).toBe(false)
    expect(accepts({ ...none, evidence_status: 'FAILED' })).toBe(false)
  })

  it.each([
    ['PRECISE', true],
    ['REFERENCE', true],
    ['HIGHLY_RELEVANT', true],
    [null, true],
    ['WEAK', false],
    ['precise', false],
    [1, false],
  ])('knows the relevance level %s: %s', (relevance_level, known) => {
    expect(accepts({ ...found, relevance_level })).toBe(known)
  })

  it.each([
    ['truncated', 'false'],
    ['returned_count', '1'],
    ['query', null],
    ['evidence', null],
    ['tool_call_id', ''],
  ])('does not have %s = %j', (field, value) => {
    expect(accepts({ ...found, [field]: value })).toBe(false)
  })
})
