// The log is the gate, also for what is read: a record counts only as far as its run's own log bears it out (spec 03, 04).
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { resolveCall } from '../../../lib/guard/resolve-call.ts'
import { found, makeTable, openTestLedger, start, startSecond, ttlSeconds, viewOf } from './test-ledger.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hour = 3_600_000

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => {
    const opened = openTestLedger(endpoint, table, over)
    const stateOf = async (id: string) =>
      resolveCall(id, await opened.ledger.readCited(opened.access(), [id]), opened.clock.time).state
    return { ...opened, stateOf }
  }
  const forged = JSON.stringify(viewOf('c1', ['forged#chunk-1']))

  test('a view and its digest that were changed together are told from what the log says', async () => {
    const { call, tamper, stateOf } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    expect(await stateOf('c1')).toBe('READY')
    await tamper('CALL#c1', 'projection', forged)
    await tamper('CALL#c1', 'projection_sha256', digestOf(forged))
    expect(await stateOf('c1')).toBe('INVALID')
  })

  test('a changed view is not replayed, and the log keeps what it said', async () => {
    const { call, tamper, storedItem } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    const before = await storedItem('RUN')
    await tamper('CALL#c1', 'projection', forged)
    await tamper('CALL#c1', 'projection_sha256', digestOf(forged))
    await expect(call('c1', found('c1', ['a#chunk-1']))).rejects.toMatchObject({ name: 'E_INTERNAL' })
    expect((await storedItem('RUN'))?.log).toEqual(before?.log)
  })

  test('a view that no longer fits its own digest is not replayed', async () => {
    const { call, tamper } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    await tamper('CALL#c1', 'projection', forged)
    await expect(call('c1', found('c1', ['a#chunk-1']))).rejects.toMatchObject({ name: 'E_INTERNAL' })
  })

  test.each([
    ['tool', 'sql'],
    ['origin', 'recorded_by_caller'],
    ['args_digest', 'other'],
  ])('a record whose %s is not what the log let in is invalid', async (name, value) => {
    const { call, tamper, stateOf } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    await tamper('CALL#c1', name, value)
    expect(await stateOf('c1')).toBe('INVALID')
  })

  test('a record that the log never let in is unknown, however well it looks', async () => {
    const { call, put, storedItem, stateOf } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    const copy = await storedItem('CALL#c1')
    await put({ ...copy, item: 'CALL#c2', tool_call_id: 'c2' })
    expect(await stateOf('c2')).toBe('UNKNOWN')
  })

  test('a clock that is behind, or a shorter life, never moves the expiry of a run back', async () => {
    const { call, clock, storedItem, stateOf } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    clock.time = start - 23 * hour
    await call('c2', found('c2', ['b#chunk-1']))
    expect((await storedItem('RUN'))?.expires_at).toBe(startSecond + ttlSeconds)
    clock.time = start + 2 * hour
    expect([await stateOf('c1'), await stateOf('c2')]).toEqual(['READY', 'READY'])
  })
})
