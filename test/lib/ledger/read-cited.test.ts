// Spec 03, "Cost is designed", and the index's one purpose; spec 04, codes 12 to 15 and 20 as far as the ledger tells them.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { resolveCall } from '../../../lib/guard/resolve-call.ts'
import { failed, found, freshId, makeTable, openTestLedger, start, startSecond, ttlSeconds } from './test-ledger.ts'

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  test('the run and all cited calls come in one strongly consistent round trip', async () => {
    const { call, ledger, access, commands } = open()
    for (const id of ['c1', 'c2', 'c3']) await call(id, found(id, [`${id}#chunk-1`]))
    await call('c4', failed())
    commands.sent.length = 0
    const { records, foreign, knownIds } = await ledger.readCited(access(), ['c3', 'c1', 'c4'])
    expect(commands.sent).toEqual(['BatchGetItemCommand'])
    expect(new Map([...records].map(([id, record]) => [id, record.status]))).toEqual(
      new Map([
        ['c1', 'READY'],
        ['c3', 'READY'],
        ['c4', 'FAILED'],
      ]),
    )
    expect(foreign.size).toBe(0)
    expect(knownIds).toEqual(['c1', 'c2', 'c3', 'c4'])
  })

  test('fifty cited calls, the most that a draft may cite, come in one round trip', async () => {
    const ids = Array.from({ length: 50 }, (_, i) => `c${i}`)
    const { call, ledger, access, commands } = open({ limits: { budget: 50, noGainLimit: 99 } })
    for (const id of ids) await call(id, found(id, []))
    commands.sent.length = 0
    expect((await ledger.readCited(access(), ids)).records.size).toBe(50)
    expect(commands.sent).toEqual(['BatchGetItemCommand'])
  })

  test('an id of another run of the same owner is foreign, one of nobody’s is not (P05)', async () => {
    const other = open()
    const id = freshId('c')
    await other.call(id, found(id, ['d#chunk-1']))
    const { ledger, access, call } = open()
    await call('mine', found('mine', []))
    const cited = await ledger.readCited(access(), [id, 'never-was'])
    expect([...cited.foreign]).toEqual([id])
    expect(cited.records.size).toBe(0)
  })

  test('an id of another run is foreign even when this run does not exist', async () => {
    const other = open()
    const id = freshId('c')
    await other.call(id, found(id, ['d#chunk-1']))
    const { ledger, access } = open()
    expect([...(await ledger.readCited(access(), [id])).foreign]).toEqual([id])
  })

  test('an id that this run has is not foreign, though another run has it too', async () => {
    const id = freshId('c')
    await open().call(id, found(id, ['d#chunk-1']))
    const { ledger, access, call } = open()
    await call(id, failed())
    const { records, foreign } = await ledger.readCited(access(), [id])
    expect([records.size, foreign.size]).toEqual([1, 0])
  })

  test('runs of other owners are never looked at', async () => {
    const other = open()
    const id = freshId('c')
    await other.call(id, found(id, ['d#chunk-1']), { owner: 'bob' })
    const { ledger, access, commands } = open()
    expect((await ledger.readCited(access(), [id])).foreign.size).toBe(0)
    // Not even read: the index already gives nothing of theirs.
    expect(commands.sent).toEqual(['BatchGetItemCommand', 'QueryCommand'])
  })

  test('an expired call of another run is not foreign', async () => {
    const id = freshId('c')
    await open().call(id, found(id, ['d#chunk-1']))
    const { ledger, access, clock } = open()
    clock.time = start + ttlSeconds * 1000 - 1
    expect((await ledger.readCited(access(), [id])).foreign.size).toBe(1)
    clock.time = start + ttlSeconds * 1000
    expect((await ledger.readCited(access(), [id])).foreign.size).toBe(0)
  })

  test('one live call of another run is found behind many expired ones', async () => {
    const id = freshId('c')
    const { context } = open()
    const early = { ...context, now: () => start - ttlSeconds * 1000 }
    await Promise.all(Array.from({ length: 25 }, () => open(early).call(id, found(id, []))))
    await open().call(id, found(id, []))
    const { ledger, access } = open()
    expect((await ledger.readCited(access(), [id])).foreign.size).toBe(1)
  })

  test('an expired call of this run is handed on, so that it is told apart from one that never was', async () => {
    const { ledger, access, call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * 1000
    const { records } = await ledger.readCited(access(), ['c1'])
    expect(records.get('c1')?.expires_at).toBe(startSecond + ttlSeconds)
  })

  test.each([
    ['nothing', ''],
    ['a lone surrogate', '\ud800'],
    ['two of them that look alike in UTF-8', '\ud801'],
    ['a space', 'c 1'],
    ['a key of another kind', 'c1#2026'],
    ['256 characters', 'c'.repeat(256)],
    ['256 wide characters', '查'.repeat(256)],
  ])('what is no tool call id (%s) is of no run, and fails nothing', async (_, id) => {
    const { ledger, access, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const { records, foreign } = await ledger.readCited(access(), [id, 'c1', '\udbff'])
    expect([...records.keys()]).toEqual(['c1'])
    expect(foreign.size).toBe(0)
  })

  test.each([
    ['a projection of another text', 'projection', '{"evidence_status":"EVIDENCE_FOUND"}'],
    ['a projection that is no text', 'projection', { evidence: [] }],
    ['no projection', 'projection', null],
    ['another digest', 'projection_sha256', 'f'.repeat(64)],
    ['another id', 'tool_call_id', 'c2'],
    ['a status of its own', 'status', 'SURE'],
    ['a schema of tomorrow', 'schema_version', 2],
  ])('a record that was tampered with (%s) is handed on, for the guard to call invalid', async (_, name, value) => {
    const { ledger, access, call, tamper, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', name, value)
    const cited = await ledger.readCited(access(), ['c1'])
    expect(resolveCall('c1', cited, clock.time)).toEqual({ id: 'c1', state: 'INVALID' })
  })

  test('a record that was given to another owner is not of this caller', async () => {
    const { ledger, access, call, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'owner', 'bob')
    expect((await ledger.readCited(access(), ['c1'])).records.size).toBe(0)
  })
})
