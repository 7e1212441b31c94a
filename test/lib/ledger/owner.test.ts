// Spec 03, "Owner": a run is bound to the identity of its first call, and tells nobody else anything.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { auditTtlSeconds, failed, found, makeTable, openTestLedger, start, ttlSeconds } from './test-ledger.ts'

const second = 1000
const bob = { owner: 'bob' }
const forbidden = new Fault('E_RUN_FORBIDDEN')

/** All that a caller could learn from a refusal. */
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Fault ? [error.code, error.message, error.details] : error),
  )
const nothing = ['E_RUN_FORBIDDEN', forbidden.message, undefined]

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('another identity is refused on every way to the run, and nothing changes', async () => {
    const { call, ledger, access, stored, commands } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const before = await stored()
    commands.sent.length = 0
    expect(await told(call('c9', found('c9', []), bob))).toEqual(nothing)
    expect(commands.sent).not.toContain('PutItemCommand')
    expect(await told(ledger.readCited(access('bob'), ['c1']))).toEqual(nothing)
    expect(await told(ledger.readCited(access('bob'), []))).toEqual(nothing)
    expect(await told(ledger.readRun(access('bob')))).toEqual(nothing)
    expect(await stored()).toEqual(before)
  })

  test('it learns nothing of which ids, arguments, failures or stops there are', async () => {
    const { call } = open()
    await call('known', found('known', []))
    await call('broken', failed())
    for (const [id, args] of [
      ['known', 'q'],
      ['known', 'other'],
      ['broken', 'q'],
      ['unknown', 'q'],
    ] as const) {
      expect(await told(call(id, failed(), { ...bob, args }))).toEqual(nothing)
    }
  })

  test('an identity that only begins like the owner is another one', async () => {
    const { call } = open()
    await call('c1', found('c1', []), { owner: 'aws:1:role/a' })
    expect(await told(call('c2', failed(), { owner: 'aws:1:role/ab' }))).toEqual(nothing)
    expect(await told(call('c2', failed(), { owner: 'aws:1:role/' }))).toEqual(nothing)
  })

  test('of two callers who open a run at once, one gets it and the other is refused', async () => {
    const { call, storedItem } = open()
    const answers = await Promise.all([
      told(call('c1', found('c1', ['d#chunk-1']))),
      told(call('c1', found('c1', ['e#chunk-1']), bob)),
    ])
    expect(answers).toContain('answered')
    expect(answers).toContainEqual(nothing)
    const owner = answers[0] === 'answered' ? 'alice' : 'bob'
    expect(await storedItem('RUN')).toMatchObject({ owner, call_ids: new Set(['c1']) })
    expect(await storedItem('CALL#c1')).toMatchObject({ owner })
  })

  test('a run id goes to nobody else while an audit of it is unexpired, and to anybody afterwards', async () => {
    const { call, clock, ledger, access } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * second
    expect(await told(call('b1', failed(), bob))).toEqual(nothing)
    expect(await told(ledger.readRun(access('bob')))).toEqual(nothing)
    clock.time = start + auditTtlSeconds * second - 1
    expect(await told(call('b1', failed(), bob))).toEqual(nothing)
    clock.time = start + auditTtlSeconds * second
    const { harness } = await call('b1', found('b1', ['d#chunk-1']), bob)
    expect(harness).toMatchObject({ tool_calls_used: 1, gain: true })
    expect(await told(call('a1', failed()))).toEqual(nothing)
    expect((await ledger.readRun(access('bob'))).calls.map((c) => c.toolCallId)).toEqual(['b1'])
  })

  test('a run id with a report is never handed to another owner, for a report has no end', async () => {
    const { call, clock, put } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await put({ item: 'REPORT', owner: 'alice' })
    clock.time = start + 1000 * auditTtlSeconds * second
    expect(await told(call('b1', failed(), bob))).toEqual(nothing)
    expect((await call('a1', found('a1', []))).harness.tool_calls_used).toBe(1)
  })

  test('a record that is another owner’s is never shown, not even under an id of one’s own', async () => {
    const { call, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'owner', 'bob')
    await expect(call('c1', found('c1', ['d#chunk-2']))).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
  })

  test('the owner may open an expired run anew while audits are left', async () => {
    const { call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * second
    expect((await call('c1', found('c1', ['d#chunk-1']))).harness).toMatchObject({ tool_calls_used: 1, gain: true })
  })

  test('a run that does not exist binds nobody when it is read for the guard', async () => {
    const { ledger, access, stored, call } = open()
    expect(await ledger.readCited(access('bob'), ['never'])).toEqual({
      records: new Map(),
      foreign: new Set(),
      knownIds: [],
    })
    expect(await stored()).toEqual([])
    expect((await call('c1', found('c1', []))).record.owner).toBe('alice')
  })

  test('an expired run of somebody else looks like none to the guard', async () => {
    const { call, clock, ledger, access } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * second
    const cited = await ledger.readCited(access('bob'), ['c1'])
    expect([cited.records.size, cited.foreign.size, cited.knownIds]).toEqual([0, 0, []])
  })
})
