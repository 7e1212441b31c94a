// A whole run for people (spec 08, `GET /api/runs/{run_id}`): everything that is stored and unexpired, call by call.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { failed, found, makeTable, openTestLedger, viewOf } from './test-ledger.ts'

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('a run that never was is E_NOT_FOUND', async () => {
    const { ledger, access } = open()
    await expect(ledger.readRun(access())).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  })

  test('calls come in the order in which they were accepted, each with its record and audits', async () => {
    const { call, ledger, access } = open()
    await call('z', found('z', ['d#chunk-1']))
    await call('a', failed())
    await call('m', found('m', ['d#chunk-2']))
    const { run, calls } = await ledger.readRun(access())
    expect(run?.state).toBe('OPEN')
    expect(calls.map((c) => [c.toolCallId, c.record?.status, c.audits.length])).toEqual([
      ['z', 'READY', 1],
      ['a', 'FAILED', 1],
      ['m', 'READY', 1],
    ])
  })

  test('the state of the run is told as the last answer told it', async () => {
    const { call, ledger, access } = open()
    await call('c1', found('c1', []))
    const { harness: last } = await call('c2', failed())
    const { harness } = await ledger.readRun(access())
    expect(harness).toEqual({ ...last, gain: false, replayed: false, new_evidence_count: 0 })
    expect(harness).toMatchObject({ tool_calls_used: 2, no_gain_streak: 2, stop_reason: 'NO_GAIN' })
  })

  test('a run of more than one page is read whole', async () => {
    const { call, ledger, access } = open({ limits: { budget: 40, noGainLimit: 99 } })
    // 40 audits of 64 KiB are more than the 1 MB of a page.
    for (let i = 0; i < 24; i += 1) {
      await call(`c${i}`, { ...found(`c${i}`, []), audit: { text: 'x'.repeat(60_000) } })
    }
    const { calls } = await ledger.readRun(access())
    expect(calls).toHaveLength(24)
    expect(calls.every((c) => c.record !== null && c.audits.length === 1)).toBe(true)
  })

  test('a record that was tampered with does not hide the rest of its run', async () => {
    const { call, ledger, access, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await call('c2', found('c2', ['d#chunk-2']))
    await tamper('CALL#c1', 'status', 'SURE')
    const { calls } = await ledger.readRun(access())
    expect(calls.map((c) => [c.toolCallId, c.record?.projection === null])).toEqual([
      ['c1', true],
      ['c2', false],
    ])
  })

  test('a record that the log never let in is not shown, however well it looks', async () => {
    const { call, ledger, access, put, storedItem } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const projection = JSON.stringify(viewOf('c7', ['forged#chunk-1']))
    await put({
      ...(await storedItem('CALL#c1')),
      item: 'CALL#c7',
      tool_call_id: 'c7',
      projection,
      projection_sha256: createHash('sha256').update(projection).digest('hex'),
    })
    await put({ item: 'CALL#c8', owner: 'alice' })
    const { calls } = await ledger.readRun(access())
    expect(calls.map((c) => c.toolCallId)).toEqual(['c1'])
  })

  test('a record that is not what the log tells is shown without its text', async () => {
    const { call, ledger, access, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const projection = JSON.stringify(viewOf('c1', ['forged#chunk-1']))
    await tamper('CALL#c1', 'projection', projection)
    await tamper('CALL#c1', 'projection_sha256', createHash('sha256').update(projection).digest('hex'))
    const { calls } = await ledger.readRun(access())
    expect(calls.map((c) => [c.toolCallId, c.record?.status, c.record?.projection])).toEqual([['c1', 'READY', null]])
  })

  test('one unexpired item of another owner is enough to keep the run from a caller', async () => {
    const { call, ledger, access, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'owner', 'bob')
    await expect(ledger.readRun(access())).rejects.toMatchObject({ code: 'E_RUN_FORBIDDEN' })
  })
})
