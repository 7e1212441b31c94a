// What is counted and logged of lookups.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { makeTable } from '../../lib/ledger/test-ledger.ts'
import { answerOf, hit, openSearchTool } from './search-tool.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

const lookups = (outcome: string) => ({ metric: 'Lookups', value: 1, dimensions: { outcome } })
const graded = (grade: string) => ({ metric: 'Grades', value: 1, dimensions: { grade } })
const one = (metric: string, value: number) => ({ metric, value, dimensions: {} })

describe('a lookup', () => {
  test.each([
    [0.9, 'PRECISE'],
    [0.6, 'REFERENCE'],
    [0.2, 'NONE'],
  ])(
    'that found evidence of score %d counts with its grade, and the bytes of the view that was stored',
    async (score, grade) => {
      const { lookup, engine, measured, lines, storedItem } = openSearchTool(endpoint, table)
      engine.search = () => answerOf([hit('d#chunk-1', { score })])
      await lookup('c1')
      const bytes = Buffer.byteLength(String((await storedItem('CALL#c1'))?.projection))
      expect(measured).toEqual([
        lookups('EVIDENCE_FOUND'),
        one('ViewBytes', bytes),
        one('TruncatedViews', 0),
        graded(grade),
      ])
      expect(lines.find(({ code }) => code === 'LOOKUP')?.fields).toMatchObject({
        outcome: 'EVIDENCE_FOUND',
        returned_count: 1,
        view_bytes: bytes,
        tool_call_id: 'c1',
      })
    },
  )

  test('that found nothing has a view, and no grade', async () => {
    const { lookup, engine, measured } = openSearchTool(endpoint, table)
    engine.search = () => answerOf([])
    await lookup('c1')
    expect(measured.map(({ metric }) => metric)).toEqual(['Lookups', 'ViewBytes', 'TruncatedViews'])
    expect(measured[0]).toEqual(lookups('NO_EVIDENCE'))
  })

  test('whose view was cut counts as such', async () => {
    const { lookup, engine, measured } = openSearchTool(endpoint, table)
    engine.search = () => answerOf([hit('d#chunk-1', { content: 'long. '.repeat(1000) })])
    await lookup('c1')
    expect(measured).toContainEqual(one('TruncatedViews', 1))
  })

  test('that is replayed counts as that alone: its view was counted once', async () => {
    const { lookup, measured } = openSearchTool(endpoint, table)
    await lookup('c1')
    const before = measured.length
    await lookup('c1')
    expect(measured.slice(before)).toEqual([lookups('REPLAYED')])
  })

  test.each([
    ['E_KNOWLEDGE_TIMEOUT', 'FAILED'],
    ['E_KNOWLEDGE_UNAVAILABLE', 'FAILED'],
    ['E_INTERNAL', 'FAILED'],
  ] as const)('that ends in %s counts as %s', async (code, outcome) => {
    const { lookup, engine, measured } = openSearchTool(endpoint, table)
    engine.search = () => {
      throw new Fault(code)
    }
    await lookup('c1')
    expect(measured).toEqual([lookups(outcome)])
  })

  test('that is the caller’s mistake, another’s, or beyond the stop counts as refused', async () => {
    const { lookup, measured } = openSearchTool(endpoint, table, { settings: { RUN_TOOL_CALL_BUDGET: '1' } })
    await lookup('c1', '')
    await lookup('c2')
    await lookup('c2', 'other words')
    await lookup('c3', 'why', 'eve')
    const outcomes = measured.filter(({ metric }) => metric === 'Lookups').map(({ dimensions }) => dimensions.outcome)
    expect(outcomes).toEqual(['REFUSED', 'EVIDENCE_FOUND', 'REFUSED', 'REFUSED'])
  })
})

test('another tool’s result is no lookup', async () => {
  const { record, measured } = openSearchTool(endpoint, table)
  await record({ tool: 'logs', tool_call_id: 'c1', args: {}, items: [{ id: 'i', source: 's', excerpt: 'text' }] })
  expect(measured).toEqual([])
})
