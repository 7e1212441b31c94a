// Spec 03: concurrent calls can't exceed the budget, and one id is one truth, whatever comes between.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { failed, found, makeTable, openTestLedger } from './test-ledger.ts'

const range = (n: number) => Array.from({ length: n }, (_, i) => i)

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('of 30 calls at once exactly as many as the budget are let in, and the others are told to stop', async () => {
    const { call, ledger, access } = open()
    let searched = 0
    const outcomes = await Promise.allSettled(
      range(30).map((i) =>
        call(`c${i}`, async () => {
          searched += 1
          return found(`c${i}`, [`d#chunk-${i}`])
        }),
      ),
    )
    const refused = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    expect(refused).toHaveLength(22)
    for (const fault of refused) expect(fault instanceof Fault && fault.code).toBe('E_STOP_REQUIRED')
    expect(searched).toBe(8)
    const { run, harness, calls } = await ledger.readRun(access())
    expect(run?.log).toHaveLength(8)
    expect(calls.every((c) => c.record?.status === 'READY')).toBe(true)
    expect(harness).toMatchObject({ tool_calls_used: 8, stop_required: true, stop_reason: 'BUDGET_EXHAUSTED' })
  })

  test('no answer ever tells more used calls than the budget has', async () => {
    const { call } = open({ limits: { budget: 3, noGainLimit: 9 } })
    const outcomes = await Promise.allSettled(range(12).map((i) => call(`c${i}`, found(`c${i}`, ['d#chunk-1']))))
    const used = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value.harness.tool_calls_used] : []))
    expect(used).toHaveLength(3)
    expect(Math.max(...used)).toBe(3)
  })

  test('of calls at once that find overlapping evidence the gains add up to the distinct keys', async () => {
    const { call } = open({ limits: { budget: 10, noGainLimit: 99 } })
    const keys = (i: number) => range(4).map((k) => `d#chunk-${i + k}`)
    const answers = await Promise.all(range(10).map((i) => call(`c${i}`, found(`c${i}`, keys(i)))))
    const gains = answers.reduce((sum, { harness }) => sum + harness.new_evidence_count, 0)
    expect(gains).toBe(13)
    const replays = await Promise.all(range(10).map((i) => call(`c${i}`, failed())))
    expect(replays.map((r) => r.harness.new_evidence_count)).toEqual(answers.map((r) => r.harness.new_evidence_count))
  })

  test('20 calls at once under one id are one stored truth: all are told the same, and it counts once', async () => {
    const { call, storedItem, ledger, access } = open()
    let searched = 0
    const answers = await Promise.all(
      range(20).map(() =>
        call('c1', async () => {
          searched += 1
          return found('c1', [`d#chunk-${searched}`])
        }),
      ),
    )
    const stored = await storedItem('CALL#c1')
    expect(new Set(answers.map((a) => a.record.projection))).toEqual(new Set([stored?.projection]))
    expect(answers.filter((a) => !a.harness.replayed)).toHaveLength(1)
    for (const { harness } of answers) {
      expect(harness).toMatchObject({ tool_calls_used: 1, gain: true, new_evidence_count: 1, no_gain_streak: 0 })
    }
    expect((await ledger.readRun(access())).run?.log).toHaveLength(1)
  })

  test('of two calls at once under one id with different arguments one is a conflict (P65)', async () => {
    const { call, storedItem } = open()
    const outcomes = await Promise.allSettled([
      call('c1', found('c1', ['one#chunk-1']), { args: 'one' }),
      call('c1', found('c1', ['two#chunk-1']), { args: 'two' }),
    ])
    const won = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value.record.projection] : []))
    const lost = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    expect(lost).toMatchObject([{ code: 'E_TOOL_CALL_CONFLICT' }])
    expect(won).toEqual([(await storedItem('CALL#c1'))?.projection])
  })

  test('successes and failures at once under one id: a success stands, and the log says so', async () => {
    const { call, ledger, access } = open()
    for (const round of range(4)) {
      const id = `c${round}`
      const outcomes = await Promise.all(
        range(6).map((i) => call(id, i % 2 === 0 ? failed() : found(id, [`d${round}#chunk-${i}`]))),
      )
      const { calls } = await ledger.readRun(access())
      const stored = calls.find((c) => c.toolCallId === id)
      expect(stored?.record?.status).toBe('READY')
      expect(stored?.entry?.fill?.projection_sha256).toBe(stored?.record?.projection_sha256)
      const shown = outcomes.flatMap((o) => (o.record.status === 'READY' ? [o.record.projection] : []))
      expect(new Set(shown)).toEqual(new Set([stored?.record?.projection]))
    }
    const { harness, run } = await ledger.readRun(access())
    expect(harness).toMatchObject({ tool_calls_used: 4, no_gain_streak: 0 })
    expect(run?.log).toHaveLength(4)
  })

  test('ten callers at once in one run have ten calls, each with its own record, entry and audit (P10)', async () => {
    const { call, stored } = open({ limits: { budget: 10, noGainLimit: 99 } })
    await Promise.all(range(10).map((i) => call(`c${i}`, found(`c${i}`, [`d${i}#chunk-1`]))))
    const items = (await stored()).map((item) => String(item.item))
    expect(new Set(items).size).toBe(21)
    expect(items.filter((item) => item.startsWith('CALL#'))).toHaveLength(10)
    expect(items.filter((item) => item.startsWith('AUDIT#'))).toHaveLength(10)
  })
})
