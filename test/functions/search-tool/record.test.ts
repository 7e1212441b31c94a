// Results of other tools (spec 03, "Other tools"): the same limits, the same ledger, and marked as the caller's word.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { makeTable } from '../../lib/ledger/test-ledger.ts'
import { openSearchTool } from './search-tool.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})
const open = (options = {}) => openSearchTool(endpoint, table, options)

type Fields = Readonly<Record<string, unknown>>
const item = (id: string, over: Fields = {}) => ({ id, source: 'loki', excerpt: `Line of ${id}.`, ...over })
const logs = (tool_call_id: string, over: Fields = {}) => ({
  tool: 'query_logs',
  tool_call_id,
  args: { app: 'gateway', level: 'error' },
  items: [item('log:1')],
  ...over,
})

describe('a recorded result', () => {
  test('becomes a view whose document ids are the given ids, with the arguments as its query', async () => {
    const { record } = open()
    const { statusCode, json } = await record(
      logs('l1', { items: [item('log:1', { title: 'T', breadcrumb: 'a > b' }), item('log/2#x')] }),
    )
    expect(statusCode).toBe(200)
    expect(json.result).toEqual({
      evidence_status: 'EVIDENCE_FOUND',
      tool_call_id: 'l1',
      query: '{"app":"gateway","level":"error"}',
      evidence: [
        { document_id: 'log:1', source: 'loki', title: 'T', breadcrumb: 'a > b', excerpt: 'Line of log:1.' },
        { document_id: 'log/2#x', source: 'loki', title: null, breadcrumb: null, excerpt: 'Line of log/2#x.' },
      ],
      returned_count: 2,
      relevance_level: null,
      truncated: false,
    })
    expect(json.harness).toMatchObject({ replayed: false, gain: true, new_evidence_count: 2, tool_calls_used: 1 })
  })

  test('is stored under its tool, as the caller’s word, and searches nothing', async () => {
    const { record, storedItem, asked } = open()
    await record(logs('l1'))
    expect(await storedItem('CALL#l1')).toMatchObject({
      status: 'READY',
      tool: 'query_logs',
      origin: 'recorded_by_caller',
      projection: expect.stringContaining('log:1'),
    })
    expect(asked).toEqual([])
  })

  test('with half characters is stored with U+FFFD in their place, in its arguments too', async () => {
    const { record } = open()
    const items = [item('log:\ud800', { title: 'T\udc00', excerpt: 'Line \ud800.' })]
    const { statusCode, json } = await record(logs('l1', { items, args: { 'a\ud800': ['q\ud800'] } }))
    expect(statusCode).toBe(200)
    expect(json.result).toMatchObject({
      query: '{"a\ufffd":["q\ufffd"]}',
      evidence: [{ document_id: 'log:\ufffd', title: 'T\ufffd', excerpt: 'Line \ufffd.' }],
    })
  })

  test('of no items is NO_EVIDENCE', async () => {
    const { record } = open()
    expect((await record(logs('l1', { items: [] }))).json).toMatchObject({
      result: { evidence_status: 'NO_EVIDENCE', returned_count: 0 },
      harness: { gain: false, no_gain_streak: 1 },
    })
  })

  test('keeps the limits of a view: 8 items, 1,200 characters, 500 of the query, 16 KiB', async () => {
    const { record, storedItem } = open()
    const items = Array.from({ length: 12 }, (_, i) => item(`log:${i}`, { excerpt: '故'.repeat(1300) }))
    const { json } = await record(logs('l1', { items, args: { q: 'x'.repeat(900) } }))
    expect(json.result.truncated).toBe(true)
    expect(json.result.returned_count).toBeLessThanOrEqual(8)
    expect([...json.result.query]).toHaveLength(500)
    expect([...json.result.evidence[0].excerpt]).toHaveLength(1200)
    const stored = await storedItem('CALL#l1')
    expect(Buffer.byteLength(String(stored?.projection))).toBeLessThanOrEqual(16_384)
    expect(stored?.cut_document_ids).toContain('log:0')
  })

  test('shares budget, streak and stop with lookups', async () => {
    const { record, lookup } = open()
    await lookup('c1')
    expect((await record(logs('l1', { items: [item('d#chunk-1')] }))).json.harness).toMatchObject({
      gain: false,
      no_gain_streak: 1,
      tool_calls_used: 2,
    })
    expect((await record(logs('l2', { items: [] }))).json.harness).toMatchObject({ stop_reason: 'NO_GAIN' })
    expect((await record(logs('l3'))).json.error.code).toBe('E_STOP_REQUIRED')
    expect((await lookup('c2', 'more')).json.error.code).toBe('E_STOP_REQUIRED')
  })

  test('again under its id and arguments shows what was stored first, whatever it brings now', async () => {
    const { record } = open()
    const first = await record(logs('l1'))
    const again = await record(logs('l1', { items: [item('log:forged')], args: { level: 'error', app: 'gateway' } }))
    expect(again.json.result).toEqual(first.json.result)
    expect(again.json.harness.replayed).toBe(true)
  })

  test('under other arguments or another tool is a conflict', async () => {
    const { record, lookup } = open()
    await record(logs('l1'))
    expect((await record(logs('l1', { args: {} }))).statusCode).toBe(409)
    expect((await record(logs('l1', { tool: 'query_metrics' }))).statusCode).toBe(409)
    expect((await lookup('l1')).json.error.code).toBe('E_TOOL_CALL_CONFLICT')
  })

  test('of another caller’s run is a 403', async () => {
    const { record } = open()
    await record(logs('l1'))
    expect((await record(logs('l2'), 'bob')).json.error.code).toBe('E_RUN_FORBIDDEN')
  })
})

describe('a recorded error', () => {
  const error = { code: 'LOKI_DOWN', message: 'no route' }

  test('is a FAILED record that counts and shows no view', async () => {
    const { record, storedItem } = open()
    const { statusCode, json } = await record({ ...logs('l1'), items: undefined, error })
    expect(statusCode).toBe(200)
    expect(json).toMatchObject({ result: null, harness: { gain: false, tool_calls_used: 1, no_gain_streak: 1 } })
    expect(await storedItem('CALL#l1')).toMatchObject({ status: 'FAILED', error, origin: 'recorded_by_caller' })
  })

  test('with half a character is stored with U+FFFD in its place', async () => {
    const { record, storedItem } = open()
    const half = { code: 'LOKI\ud800', message: 'm\ud800n' }
    expect((await record({ ...logs('l1'), items: undefined, error: half })).statusCode).toBe(200)
    expect(await storedItem('CALL#l1')).toMatchObject({ error: { code: 'LOKI\ufffd', message: 'm\ufffdn' } })
  })

  test('is replaced by a result of the same call', async () => {
    const { record } = open()
    await record({ ...logs('l1'), items: undefined, error })
    expect((await record(logs('l1'))).json).toMatchObject({
      result: { returned_count: 1 },
      harness: { tool_calls_used: 1, gain: true },
    })
  })

  test('never takes the place of a result', async () => {
    const { record, storedItem } = open()
    const first = await record(logs('l1'))
    const again = await record({ ...logs('l1'), items: undefined, error })
    expect(again.json.result).toEqual(first.json.result)
    expect(await storedItem('CALL#l1')).toMatchObject({ status: 'READY' })
  })
})

test.each<[string, Fields]>([
  ['the name lookup_knowledge', { tool: 'lookup_knowledge' }],
  ['no tool', { tool: '' }],
  ['a tool with a space', { tool: 'a b' }],
  ['neither items nor an error', { items: undefined }],
  ['items and an error', { error: { code: 'X', message: '' } }],
  ['an item without an id', { items: [item('')] }],
  ['an item of blank text', { items: [item('a', { excerpt: ' \n' })] }],
  ['an item with a field more', { items: [item('a', { score: 1 })] }],
  ['201 items', { items: Array.from({ length: 201 }, (_, i) => item(`i${i}`)) }],
  ['arguments that are no object', { args: 'x' }],
  ['arguments over 64 KiB', { args: { q: 'x'.repeat(65_536) } }],
  ['a field more', { origin: 'searched' }],
  ['a bad tool call id', { tool_call_id: 'a#b' }],
])('%s is a 400, and opens no run', async (_, over) => {
  const { record, stored } = open()
  expect(await record(logs('l1', over))).toMatchObject({ statusCode: 400, json: { error: { code: 'E_VALIDATION' } } })
  expect(await stored()).toEqual([])
})
