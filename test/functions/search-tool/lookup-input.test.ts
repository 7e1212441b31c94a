// What a lookup takes (spec 08, "Ids"), and what the same id, the same query and other callers come to.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { makeTable } from '../../lib/ledger/test-ledger.ts'
import { answerOf, hit, openSearchTool } from './search-tool.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})
const open = (options = {}) => openSearchTool(endpoint, table, options)

describe('a query', () => {
  test.each([
    ['one character', 'q', 'q'],
    ['white space around it', ' \n why\t\u3000', 'why'],
    ['4,000 characters', 'x'.repeat(4000), 'x'.repeat(4000)],
    ['4,000 characters beyond the BMP', '📁'.repeat(4000), '📁'.repeat(4000)],
    ['4,000 characters and white space around them', ` ${'x'.repeat(4000)} `, 'x'.repeat(4000)],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('with %s is searched, trimmed and well-formed', async (_, query, searched) => {
    const { lookup, asked } = open()
    const { statusCode, json } = await lookup('c1', query)
    expect(statusCode).toBe(200)
    expect(asked[0]?.query.query).toBe(searched)
    expect(json.result.truncated).toBe([...searched].length > 500)
    expect([...json.result.query].length).toBeLessThanOrEqual(500)
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n\t\u3000'],
    ['4,001 characters', 'x'.repeat(4001)],
    ['4,001 characters beyond the BMP', '📁'.repeat(4001)],
    ['null', null],
    ['a number', 5],
    ['a list', ['why']],
  ])('that is %s is a 400 that names it, and opens no run', async (_, query) => {
    const { lookup, asked, stored } = open()
    expect(await lookup('c1', query)).toMatchObject({
      statusCode: 400,
      json: { error: { code: 'E_VALIDATION', details: [{ path: 'query' }] } },
    })
    expect([asked, await stored()]).toEqual([[], []])
  })

  test('that differs in white space around it alone is the same query', async () => {
    const { lookup } = open()
    await lookup('c1', 'why')
    expect((await lookup('c1', '  why ')).json.harness.replayed).toBe(true)
  })
})

describe('ids', () => {
  test.each(['c', 'c'.repeat(128), 'A.b_C:d-9'])('the tool call id %s is taken', async (id) => {
    expect((await open().lookup(id)).json.result.tool_call_id).toBe(id)
  })

  test.each(['', 'c'.repeat(129), 'a b', 'a#b', 'a/b', 'ü', 'c1\n', 5, null])(
    'the tool call id %j is a 400',
    async (id) => {
      expect(await open().lookup(id)).toMatchObject({
        statusCode: 400,
        json: { error: { details: [{ path: 'tool_call_id' }] } },
      })
    },
  )

  test.each(['', 'r'.repeat(81), 'a b', 'a#b', 'a/b', 'a:b', 'ü', 'r\n'])('the run id %j is a 400', async (run_id) => {
    expect(await open().lookup('c1', 'why', 'alice', { pathParameters: { run_id } })).toMatchObject({
      statusCode: 400,
      json: { error: { details: [{ path: 'run_id' }] } },
    })
  })

  test('an unknown field is a 400', async () => {
    const { direct } = open()
    await expect(direct({ tool_call_id: 'c1', query: 'q', top_k: 50 })).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })
})

describe('the same id', () => {
  test('with another query is a conflict, and searches nothing (P65)', async () => {
    const { lookup, asked } = open()
    await lookup('c1', 'one')
    expect(await lookup('c1', 'two')).toMatchObject({
      statusCode: 409,
      json: { error: { code: 'E_TOOL_CALL_CONFLICT' } },
    })
    expect(asked).toHaveLength(1)
  })

  test('twice at once with the same query: one search is stored and both show it (P65)', async () => {
    const { lookup, engine } = open()
    let n = 0
    engine.search = () => {
      n += 1
      return answerOf([hit(`d#chunk-${n}`)])
    }
    const [a, b] = await Promise.all([lookup('c1'), lookup('c1')])
    expect([a.statusCode, b.statusCode]).toEqual([200, 200])
    expect(a.json.result).toEqual(b.json.result)
    expect([a.json.harness.replayed, b.json.harness.replayed].sort()).toEqual([false, true])
  })

  test('in another case or with a character more is another call (P11)', async () => {
    const { lookup } = open()
    await lookup('call_A')
    expect((await lookup('call_a')).json.harness).toMatchObject({ replayed: false, tool_calls_used: 2 })
  })
})

test('the same query again and again is no gain, and stops the run (P68)', async () => {
  const { lookup, asked, stored } = open()
  const replies = []
  for (let i = 1; i <= 6; i += 1) replies.push(await lookup(`c${i}`, 'the same'))
  expect(replies.map((r) => r.statusCode)).toEqual([200, 200, 200, 409, 409, 409])
  expect(replies[2]?.json.harness).toMatchObject({ no_gain_streak: 2, stop_reason: 'NO_GAIN' })
  expect(asked).toHaveLength(3)
  expect((await stored()).filter((item) => String(item.item).startsWith('CALL#'))).toHaveLength(3)
})

test('ten lookups at once in one run are ten calls with ids of their own (P10)', async () => {
  const { lookup, engine, stored } = open({ ledger: { limits: { budget: 10, noGainLimit: 99 } } })
  engine.search = ({ query }) => answerOf([hit(`${query}#chunk-1`)])
  const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => lookup(`c${i}`, `q${i}`)))
  expect(replies.map((r) => r.json.result.tool_call_id)).toEqual(Array.from({ length: 10 }, (_, i) => `c${i}`))
  expect(replies.map((r) => r.json.result.evidence[0].document_id)).toEqual(
    Array.from({ length: 10 }, (_, i) => `q${i}#chunk-1`),
  )
  expect(new Set((await stored()).map((item) => item.item)).size).toBe(21)
})

test('another caller is a 403 and searches nothing', async () => {
  const { lookup, asked } = open()
  await lookup('c1', 'why', 'alice')
  expect(await lookup('c2', 'why', 'bob')).toMatchObject({
    statusCode: 403,
    json: { error: { code: 'E_RUN_FORBIDDEN' } },
  })
  expect(asked).toHaveLength(1)
})

test('a ledger that does not answer is a 503 before anything is searched', async () => {
  const { lookup, asked, commands } = open()
  commands.hooks.before = () => {
    throw new Fault('E_LEDGER_UNAVAILABLE')
  }
  const reply = await lookup('c1')
  expect(reply).toMatchObject({ statusCode: 503, json: { error: { code: 'E_LEDGER_UNAVAILABLE' } } })
  expect(reply.headers['retry-after']).toBeDefined()
  expect(asked).toHaveLength(0)
})
