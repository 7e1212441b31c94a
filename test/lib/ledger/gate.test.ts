// Spec 03: the log is the gate. Budget and stop, as the stored run tells them; and what a call costs.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { turnKey } from '../../../lib/ledger/ledger-table.ts'
import { putOnce } from '../../../lib/ledger/put-once.ts'
import { reportBasis } from '../../../lib/ledger/report-basis.ts'
import { failed, found, makeTable, openTestLedger } from './test-ledger.ts'

const neverAsked = async (): Promise<never> => {
  throw new Error('nothing may be searched here')
}
const stopRequired = (reason: string) => ({
  code: 'E_STOP_REQUIRED',
  status: 409,
  details: [{ path: 'stop_reason', message: reason }],
})

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('two answers without new evidence stop the run: a further lookup is refused and nothing changes', async () => {
    const { call, stored } = open()
    expect((await call('c1', found('c1', ['a']))).harness.stop_required).toBe(false)
    expect((await call('c2', found('c2', ['a']))).harness).toMatchObject({ no_gain_streak: 1, stop_required: false })
    expect((await call('c3', failed())).harness).toMatchObject({
      no_gain_streak: 2,
      tool_calls_used: 3,
      tool_calls_budget: 8,
      stop_required: true,
      stop_reason: 'NO_GAIN',
    })
    const before = await stored()
    await expect(call('c4', neverAsked)).rejects.toMatchObject(stopRequired('NO_GAIN'))
    expect(await stored()).toEqual(before)
  })

  test('a spent budget stops the run: a further lookup is refused and nothing changes', async () => {
    const { call, stored } = open({ limits: { budget: 2, noGainLimit: 2 } })
    await call('c1', found('c1', ['a']))
    expect((await call('c2', found('c2', ['b']))).harness).toMatchObject({
      gain: true,
      tool_calls_used: 2,
      tool_calls_budget: 2,
      stop_required: true,
      stop_reason: 'BUDGET_EXHAUSTED',
    })
    const before = await stored()
    await expect(call('c3', neverAsked)).rejects.toMatchObject(stopRequired('BUDGET_EXHAUSTED'))
    expect(await stored()).toEqual(before)
  })

  test('a replay passes after a stop, with the stop in its harness', async () => {
    const { call } = open()
    const first = await call('c1', found('c1', []))
    await call('c2', found('c2', []))
    const { record, harness } = await call('c1', neverAsked)
    expect(record.projection).toBe(first.record.projection)
    expect(harness).toMatchObject({ replayed: true, stop_required: true, stop_reason: 'NO_GAIN', tool_calls_used: 2 })
  })

  test('a stop stays when a failed call that led to it succeeds on a second try', async () => {
    const { call } = open()
    await call('c1', failed())
    await call('c2', failed())
    const { harness } = await call('c1', found('c1', ['a']))
    expect(harness).toMatchObject({ gain: true, no_gain_streak: 0, stop_required: true, stop_reason: 'NO_GAIN' })
    await expect(call('c3', neverAsked)).rejects.toMatchObject(stopRequired('NO_GAIN'))
  })

  test('a stop stays when the limits are raised later', async () => {
    const { call, access, context } = open({ limits: { budget: 1, noGainLimit: 2 } })
    await call('c1', found('c1', ['a']))
    const raised = openTestLedger(endpoint, table, { ...context, limits: { budget: 9, noGainLimit: 9 } })
    await expect(raised.call('c2', neverAsked, { run: access().runId })).rejects.toMatchObject(
      stopRequired('BUDGET_EXHAUSTED'),
    )
  })

  test('a call under way counts: nothing is let in beyond the budget while it searches', async () => {
    const { call } = open({ limits: { budget: 1, noGainLimit: 2 } })
    await call('c1', async () => {
      await expect(call('c2', neverAsked)).rejects.toMatchObject(stopRequired('BUDGET_EXHAUSTED'))
      return found('c1', ['a'])
    })
  })

  test('the reason that was said first stays, even when a call is let in between an account and its write', async () => {
    const { call, commands, storedItem } = open({ limits: { budget: 2, noGainLimit: 1 } })
    const letIn = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let second: ReturnType<typeof call> | undefined
    const first = await call('c1', async () => {
      commands.hooks.before = async (name) => {
        if (name !== 'UpdateItemCommand') return
        commands.heal()
        second = call('c2', async () => {
          letIn.resolve()
          await mayEnd.promise
          return failed()
        })
        await letIn.promise
      }
      return found('c1', ['a'])
    })
    expect(first.harness).toMatchObject({ tool_calls_used: 2, stop_reason: 'BUDGET_EXHAUSTED' })
    mayEnd.resolve()
    expect((await second)?.harness).toMatchObject({ no_gain_streak: 1, stop_reason: 'BUDGET_EXHAUSTED' })
    expect((await storedItem('RUN'))?.stop_reason).toBe('BUDGET_EXHAUSTED')
  })

  test('one call costs a write before its search, and after it two write trips, the audit beside one of them', async () => {
    const { call, commands } = open()
    await call('c1', found('c1', ['a']))
    commands.sent.length = 0
    let before: string[] = []
    await call('c2', async () => {
      before = commands.sent.splice(0)
      return found('c2', ['b'])
    })
    expect(before).toEqual(['UpdateItemCommand'])
    expect([...commands.sent].sort()).toEqual(['PutItemCommand', 'PutItemCommand', 'UpdateItemCommand'])
    expect(commands.sent[0]).toBe('PutItemCommand')
  })

  test('every read of the ledger is strongly consistent, but for the index, which cannot be', async () => {
    const { call, ledger, access, commands, storedItem, context } = open()
    const runs = createDiagnosisLedger(context)
    await call('c1', failed())
    await call('c1', found('c1', ['a']))
    await call('c1', neverAsked)
    await ledger.readCited(access(), ['c1', 'none'])
    await ledger.readRun(access())
    expect(await storedItem('CALL#c1')).toBeDefined()
    const key = turnKey(access().runId, 1)
    await putOnce(context, access(), key, 'first', null)
    await putOnce(context, access(), key, 'second', null)
    await expect(runs.open(access(), 'Why?', 900)).rejects.toMatchObject({ name: 'E_RUN_EXISTS' })
    await reportBasis(context, access())
    const reads = commands.inputs
      .filter((_, i) => /^(GetItem|Query|BatchGetItem)/.test(commands.sent[i] ?? ''))
      .map((read) => JSON.stringify(read))
    const met = [
      '"RUN"',
      '"CALL#c1"',
      'TURN#0001',
      '"IndexName"',
      '"RequestItems"',
      '"ProjectionExpression"',
      ':prefix',
    ]
    for (const part of met) expect(reads.join()).toContain(part)
    for (const text of reads) {
      expect(text.includes('"IndexName"') || text.includes('"ConsistentRead":true')).toBe(true)
    }
  })

  test('the capacity of each request that is answered is told', async () => {
    const { call, ledger, access, commands, consumed } = open()
    let answered = 0
    commands.hooks.after = () => {
      answered += 1
    }
    await call('c1', found('c1', ['a']))
    await call('c1', neverAsked)
    await ledger.readCited(access(), ['c1', 'none'])
    await ledger.readRun(access())
    expect(answered).toBeGreaterThanOrEqual(10)
    expect(consumed).toHaveLength(answered)
    // Only a read that finds nothing may be free.
    expect(consumed.filter((units) => units >= 1).length).toBeGreaterThanOrEqual(8)
  })
})
