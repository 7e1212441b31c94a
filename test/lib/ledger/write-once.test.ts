// Spec 03: "Write once", "Replay", "Failure", and what is stored.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { canonicalInvocation } from '../../../lib/contract/invocation.ts'
import {
  failed,
  found,
  makeTable,
  openTestLedger,
  startSecond,
  ttlSeconds,
  unavailable,
  viewOf,
} from './test-ledger.ts'

const digestOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const neverAsked = async (): Promise<never> => {
  throw new Error('nothing may be searched here')
}

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('a call that found evidence is stored READY, byte for byte as it is shown, with its digest', async () => {
    const { call, storedItem, runId } = open()
    const { record } = await call('c1', found('c1', ['d#chunk-1']))
    const projection = JSON.stringify(viewOf('c1', ['d#chunk-1']))
    expect(record.projection).toBe(projection)
    expect(canonicalInvocation.parse(await storedItem('CALL#c1'))).toEqual({
      run_id: runId,
      tool_call_id: 'c1',
      owner: 'alice',
      status: 'READY',
      tool: 'lookup_knowledge',
      origin: 'searched',
      args_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      projection,
      projection_sha256: digestOf(projection),
      evidence_status: 'EVIDENCE_FOUND',
      cut_document_ids: [],
      error: null,
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: startSecond + ttlSeconds,
      attempt: expect.stringMatching(/^2026-01-01T00:00:00\.000Z-./),
      schema_version: 1,
    })
  })

  test('a call that found nothing is READY too, and says NO_EVIDENCE', async () => {
    const { call, storedItem } = open()
    await call('c1', found('c1', []))
    expect(await storedItem('CALL#c1')).toMatchObject({ status: 'READY', evidence_status: 'NO_EVIDENCE' })
  })

  test('the run holds its owner, its state and an entry for each accepted call, in order', async () => {
    const { call, storedItem } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await call('c2', failed())
    const run = await storedItem('RUN')
    expect(run).toMatchObject({ owner: 'alice', state: 'OPEN', question: null, expires_at: startSecond + ttlSeconds })
    expect(run?.log).toMatchObject([
      { tool_call_id: 'c1', fill: { evidence: [expect.any(String)] } },
      { tool_call_id: 'c2', fill: { evidence: [], projection_sha256: null } },
    ])
    expect(run?.call_ids).toEqual(new Set(['c1', 'c2']))
  })

  test('every item carries its owner', async () => {
    const { call, stored } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    expect((await stored()).map((item) => item.owner)).toEqual(['alice', 'alice', 'alice'])
  })

  test('the same call again returns the stored bytes, says replayed, and searches nothing', async () => {
    const { call, stored } = open()
    const first = await call('c1', found('c1', ['d#chunk-1']))
    const before = await stored()
    const again = await call('c1', neverAsked)
    expect(first.harness.replayed).toBe(false)
    expect(again.harness.replayed).toBe(true)
    expect(again.record.projection).toBe(first.record.projection)
    expect(await stored()).toEqual(before)
  })

  test('a replay tells the gain that the call had when it was answered', async () => {
    const { call } = open()
    await call('c1', found('c1', ['d#chunk-1', 'd#chunk-2']))
    await call('c2', found('c2', ['d#chunk-2', 'd#chunk-3']))
    expect((await call('c1', neverAsked)).harness).toMatchObject({ gain: true, new_evidence_count: 2 })
    expect((await call('c2', neverAsked)).harness).toMatchObject({ gain: true, new_evidence_count: 1 })
  })

  test.each([
    ['READY', found('c1', ['d#chunk-1'])],
    ['FAILED', failed()],
  ])('a %s call under other arguments is a conflict, and nothing changes', async (_, outcome) => {
    const { call, stored } = open()
    await call('c1', outcome, { args: 'one' })
    const before = await stored()
    await expect(call('c1', neverAsked, { args: 'two' })).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
    expect(await stored()).toEqual(before)
  })

  test('a call that is still under way is a conflict too under other arguments', async () => {
    const { call, stored } = open()
    await call('c1', async () => {
      const before = await stored()
      await expect(call('c1', neverAsked, { args: 'two' })).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
      expect(await stored()).toEqual(before)
      return found('c1', [])
    })
  })

  test('another tool under the same id and arguments is a conflict', async () => {
    const { call } = open()
    await call('c1', found('c1', []), { tool: 'logs' })
    await expect(call('c1', neverAsked, { tool: 'metrics' })).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
  })

  test('a failed search writes a FAILED record with its error and nothing that could be cited', async () => {
    const { call, storedItem } = open()
    const { record } = await call('c1', failed())
    expect(record).toMatchObject({ status: 'FAILED', error: unavailable })
    expect(await storedItem('CALL#c1')).toMatchObject({
      status: 'FAILED',
      projection: null,
      projection_sha256: null,
      evidence_status: null,
      error: unavailable,
    })
  })

  test('a search that throws is recorded as FAILED with E_INTERNAL and the table’s own message', async () => {
    const { call, storedItem } = open()
    await call('c1', async () => {
      throw new TypeError('secret detail of /srv/app.js')
    })
    expect((await storedItem('CALL#c1'))?.error).toEqual({
      code: 'E_INTERNAL',
      message: 'Something went wrong on our side.',
    })
  })

  test('a FAILED record is replaced by a later attempt, which counts no second time', async () => {
    const { call, storedItem } = open()
    const first = await call('c1', failed())
    expect(first.harness).toMatchObject({ tool_calls_used: 1, no_gain_streak: 1, gain: false })
    const second = await call('c1', found('c1', ['d#chunk-1']))
    expect(second.harness).toMatchObject({
      replayed: false,
      tool_calls_used: 1,
      no_gain_streak: 0,
      gain: true,
      new_evidence_count: 1,
    })
    expect(await storedItem('CALL#c1')).toMatchObject({ status: 'READY', error: null })
  })

  test('a failed call that fails again counts once', async () => {
    const { call } = open()
    await call('c1', failed())
    expect((await call('c1', failed())).harness).toMatchObject({ tool_calls_used: 1, no_gain_streak: 1 })
  })

  test('a failed call may be tried again after a stop', async () => {
    const { call } = open({ limits: { budget: 1, noGainLimit: 9 } })
    await call('c1', failed())
    const again = await call('c1', found('c1', ['d#chunk-1']))
    expect(again.harness).toMatchObject({ gain: true, stop_required: true, stop_reason: 'BUDGET_EXHAUSTED' })
  })

  test('items stay far under 400 KB with a full budget of the largest views', async () => {
    const { call, stored } = open()
    const keys = (c: number) => Array.from({ length: 8 }, (_, i) => `${'k'.repeat(480)}${c}-${i}#chunk-${i}`)
    for (let c = 1; c <= 8; c += 1) await call(`c${c}`, found(`c${c}`, keys(c), { query: '查'.repeat(500) }))
    const sizes = (await stored()).map((item) => JSON.stringify(item, (_, v) => (v instanceof Set ? [...v] : v)).length)
    expect(sizes).toHaveLength(17)
    expect(Math.max(...sizes)).toBeLessThan(100_000)
  })
})
