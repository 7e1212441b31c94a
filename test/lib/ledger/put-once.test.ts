// Turns, reviews and reports are written once (spec 03, 06): a duplicate gets what the first writer wrote.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { reportKey, turnKey } from '../../../lib/ledger/ledger-table.ts'
import { putOnce } from '../../../lib/ledger/put-once.ts'
import { makeTable, openTestLedger, startSecond } from './test-ledger.ts'

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = () => {
    const over = openTestLedger(endpoint, table)
    const key = turnKey(over.runId, 1)
    const put = (value: unknown, expiresAt: number | null = startSecond + 60, owner = 'alice') =>
      putOnce(over.context, over.access(owner), key, value, expiresAt)
    return { ...over, key, put }
  }

  test('the first value stands, and the second writer gets it', async () => {
    const { put, stored } = open()
    expect(await put({ said: 'first' })).toEqual({ said: 'first' })
    const before = await stored()
    expect(await put({ said: 'second' })).toEqual({ said: 'first' })
    expect(await stored()).toEqual(before)
  })

  test('of many at once one stands, and all get it', async () => {
    const { put, stored } = open()
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => put({ n })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await stored()).toHaveLength(1)
  })

  test('it stands in its last second, and a new value takes its place in the next', async () => {
    const { put, clock } = open()
    await put('old', startSecond + 60)
    clock.time = (startSecond + 60) * 1000 - 1
    expect(await put('new', startSecond + 120)).toBe('old')
    clock.time += 1
    expect(await put('new', startSecond + 120)).toBe('new')
    expect(await put('newest', startSecond + 120)).toBe('new')
  })

  test('what has no expiry stands for ever', async () => {
    const { put, clock, storedItem, key } = open()
    await put('kept', null)
    expect(await storedItem(key.item)).not.toHaveProperty('expires_at')
    clock.time += 100 * 365 * 86_400_000
    expect(await put('new', null)).toBe('kept')
  })

  test('what is another caller’s is neither shown nor replaced', async () => {
    const { put, stored } = open()
    await put('of alice')
    const before = await stored()
    await expect(put('of bob', startSecond + 60, 'bob')).rejects.toMatchObject({ name: 'E_RUN_FORBIDDEN' })
    expect(await stored()).toEqual(before)
  })

  test('a winner that vanished before it could be read is trouble to be tried again, not a value', async () => {
    const { put, commands, erase, key } = open()
    await put('first')
    commands.hooks.before = async (name) => {
      if (name !== 'GetItemCommand') return
      commands.heal()
      await erase(key.item)
    }
    await expect(put('second')).rejects.toMatchObject({ name: 'E_LEDGER_UNAVAILABLE' })
  })

  test('attributes beside the body never take the place of key or owner', async () => {
    const { context, access, runId, storedItem } = open()
    await putOnce(context, access(), reportKey(runId), 'body', null, { owner: 'bob', basis: ['TURN#0001'] })
    expect(await storedItem('REPORT')).toMatchObject({ owner: 'alice', basis: ['TURN#0001'] })
  })
})
