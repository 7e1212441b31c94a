// Spec 03, "Expiry is decided by the clock, not by the table". No emulator deletes anything, so the items are still there.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  auditTtlSeconds,
  failed,
  found,
  makeTable,
  openTestLedger,
  start,
  startSecond,
  ttlSeconds,
} from './test-ledger.ts'

const second = 1000

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('a call is replayed until its last second and searched again from its expiry on', async () => {
    const { call, clock, storedItem } = open()
    await call('c1', found('c1', ['old#chunk-1']))
    clock.time = start + ttlSeconds * second - 1
    expect((await call('c1', failed())).harness.replayed).toBe(true)
    clock.time = start + ttlSeconds * second
    const again = await call('c1', found('c1', ['new#chunk-1']))
    expect(again.harness).toMatchObject({ replayed: false, tool_calls_used: 1 })
    expect((await storedItem('CALL#c1'))?.projection).toContain('new#chunk-1')
  })

  test('an expired run starts anew for its owner: budget, streak and stop are gone', async () => {
    const { call, clock } = open()
    await call('c1', found('c1', []))
    expect((await call('c2', found('c2', []))).harness.stop_required).toBe(true)
    clock.time = start + ttlSeconds * second
    const fresh = await call('c3', found('c3', ['d#chunk-1']))
    expect(fresh.harness).toMatchObject({ tool_calls_used: 1, no_gain_streak: 0, stop_required: false })
  })

  test('each accepted call pushes the expiry of the run', async () => {
    const { call, clock, storedItem } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time += 1000 * second
    await call('c2', found('c2', ['d#chunk-2']))
    expect((await storedItem('RUN'))?.expires_at).toBe(startSecond + 1000 + ttlSeconds)
    expect((await storedItem('CALL#c1'))?.expires_at).toBe(startSecond + ttlSeconds)
  })

  test('a replay pushes nothing', async () => {
    const { call, clock, storedItem } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time += 1000 * second
    await call('c1', failed())
    expect((await storedItem('RUN'))?.expires_at).toBe(startSecond + ttlSeconds)
  })

  test('a call that expired within a live run is searched again, put over the old item, and counts once', async () => {
    const { call, clock, storedItem } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time += 80_000 * second
    await call('c2', found('c2', ['d#chunk-2']))
    clock.time = start + ttlSeconds * second
    const again = await call('c1', found('c1', ['d#chunk-9']))
    expect(again.harness).toMatchObject({ replayed: false, tool_calls_used: 2, gain: true, new_evidence_count: 1 })
    expect((await storedItem('CALL#c1'))?.projection).toContain('d#chunk-9')
  })

  test('an expired call under other arguments is still a conflict while its run lives', async () => {
    const { call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time += 80_000 * second
    await call('c2', found('c2', ['d#chunk-2']))
    clock.time = start + ttlSeconds * second
    await expect(call('c1', failed(), { args: 'other' })).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
  })

  test('no call outlives its run, however slow its search or late its retry', async () => {
    const { call, clock, storedItem, ledger, access } = open()
    await call('c1', async () => {
      clock.time += 20 * second
      return failed()
    })
    clock.time = start + (ttlSeconds - 10) * second
    await call('c1', async () => {
      clock.time += 5 * second
      return found('c1', ['d#chunk-1'])
    })
    const run = await storedItem('RUN')
    const record = await storedItem('CALL#c1')
    expect(Number(record?.expires_at)).toBeLessThanOrEqual(Number(run?.expires_at))
    expect(record?.expires_at).toBe(startSecond + ttlSeconds - 10 + ttlSeconds)
    clock.time = Number(run?.expires_at) * second
    const { records, knownIds } = await ledger.readCited(access(), ['c1'])
    expect(knownIds).toEqual([])
    expect(records.get('c1')?.expires_at).toBeLessThanOrEqual(clock.time / second)
  })

  test('a call that a run of the past left behind never answers other arguments', async () => {
    const { call, clock, storedItem, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']), { args: 'one' })
    await tamper('CALL#c1', 'expires_at', startSecond + 2 * ttlSeconds)
    const left = await storedItem('CALL#c1')
    clock.time = start + ttlSeconds * second
    const other = { args: 'two' }
    await expect(call('c1', found('c1', ['e#chunk-1']), other)).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
    await expect(call('c1', found('c1', ['e#chunk-1']), other)).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
    expect(await storedItem('CALL#c1')).toEqual(left)
  })

  test('a run that expires while one of its failed calls is tried again asks for another try, which opens it anew', async () => {
    const { call, clock, commands } = open()
    await call('c1', failed())
    commands.hooks.before = (name) => {
      if (name === 'GetItemCommand') clock.time += 1
    }
    clock.time = start + ttlSeconds * second - 2
    await expect(call('c1', failed())).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
    commands.heal()
    expect((await call('c1', found('c1', []))).harness.tool_calls_used).toBe(1)
  })

  test('a clock that goes back changes no answer', async () => {
    const { call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start - 7 * ttlSeconds * second
    expect((await call('c1', failed())).harness.replayed).toBe(true)
    const next = await call('c2', found('c2', ['d#chunk-1']))
    expect(next.harness).toMatchObject({ gain: false, no_gain_streak: 1, tool_calls_used: 2 })
    clock.time = start
    // The run's expiry was taken from the wrong clock and has passed; the record that it left behind has not.
    expect((await call('c1', failed())).record.projection).toContain('d#chunk-1')
    await expect(call('c1', failed(), { args: 'other' })).rejects.toMatchObject({ code: 'E_TOOL_CALL_CONFLICT' })
  })

  test.each([
    ['a second in the past', startSecond - 1],
    ['now', startSecond],
    ['not a number', 'tomorrow'],
    ['a number as text', String(startSecond + 1000)],
    ['in milliseconds', start + 86_400_000],
  ])('a call whose expires_at is %s has expired: it is searched again and put over (P61, P62)', async (_, value) => {
    const { call, tamper, storedItem, ledger, access } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'expires_at', value)
    const cited = await ledger.readCited(access(), ['c1'])
    expect(cited.records.get('c1')?.expires_at).toBeLessThanOrEqual(startSecond)
    const { calls } = await ledger.readRun(access())
    expect(calls[0]?.record).toBeNull()
    const again = await call('c1', found('c1', ['d#chunk-2']))
    expect(again.harness.replayed).toBe(false)
    expect((await storedItem('CALL#c1'))?.expires_at).toBe(startSecond + ttlSeconds)
  })

  test('a call whose expires_at is a second ahead is live', async () => {
    const { call, tamper, ledger, access } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'expires_at', startSecond + 1)
    expect((await call('c1', failed())).harness.replayed).toBe(true)
    expect((await ledger.readCited(access(), ['c1'])).records.get('c1')?.expires_at).toBe(startSecond + 1)
  })

  test.each([
    ['a second in the past', startSecond - 1],
    ['not a number', 'tomorrow'],
    ['in milliseconds', start + 86_400_000],
  ])('a run whose expires_at is %s has expired and starts anew', async (_, value) => {
    const { call, tamper, ledger, access } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('RUN', 'expires_at', value)
    expect((await ledger.readCited(access(), [])).knownIds).toEqual([])
    expect((await ledger.readRun(access())).run).toBeNull()
    expect((await call('c2', found('c2', []))).harness).toMatchObject({ tool_calls_used: 1 })
  })

  test('an audit outlives its run and ends by the clock too', async () => {
    const { call, clock, ledger, access, storedItem, stored } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const [audit] = (await stored()).filter((item) => String(item.item).startsWith('AUDIT#'))
    expect(audit?.expires_at).toBe(startSecond + auditTtlSeconds)
    clock.time = start + ttlSeconds * second
    const left = await ledger.readRun(access())
    expect(left).toMatchObject({ run: null, calls: [{ toolCallId: 'c1', record: null, audits: [{ cut: false }] }] })
    clock.time = start + auditTtlSeconds * second
    await expect(ledger.readRun(access())).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
    expect(await storedItem('RUN')).toBeDefined()
  })
})
