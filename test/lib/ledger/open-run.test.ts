// Opening a run id, and keeping it (spec 03, "Owner" and step 1): it goes to nobody while anything unexpired of another is left,
// and its expiry never moves back.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { failed, found, makeTable, openTestLedger, start, startSecond, ttlSeconds } from './test-ledger.ts'

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = () => {
    const over = openTestLedger(endpoint, table)
    return { ...over, runs: createDiagnosisLedger(over.context) }
  }
  const left = (item: string, owner: string) => ({ item, owner, expires_at: startSecond + 60 })

  test.each([
    ['E_RUN_EXISTS', ['alice', 'alice']],
    ['E_RUN_FORBIDDEN', ['alice', 'bob']],
    ['E_RUN_FORBIDDEN', ['bob', 'alice']],
    ['E_RUN_FORBIDDEN', ['bob', 'bob']],
  ])('is %s when what is left of the id is of %j', async (name, [first = '', second = '']) => {
    const { put, runs, access, stored } = open()
    await put(left('AUDIT#c1#1', first))
    await put(left('AUDIT#c1#2', second))
    const before = await stored()
    await expect(runs.open(access(), 'Why?', 900)).rejects.toMatchObject({ name })
    expect(await stored()).toEqual(before)
  })

  test.each([[['alice', 'bob']], [['bob', 'alice']]])(
    'lets no first call in when what is left of the id is of %j',
    async ([first = '', second = '']) => {
      const { put, call, stored } = open()
      await put(left('AUDIT#c1#1', first))
      await put(left('AUDIT#c1#2', second))
      const before = await stored()
      await expect(call('c1', found('c1', ['a#chunk-1']))).rejects.toMatchObject({ name: 'E_RUN_FORBIDDEN' })
      expect(await stored()).toEqual(before)
    },
  )

  test('is for anybody again when what is left has expired', async () => {
    const { put, runs, access, clock } = open()
    await put(left('AUDIT#c1#1', 'bob'))
    clock.time += 60_000
    await runs.open(access(), 'Why?', 900)
    expect(await runs.read(access())).toMatchObject({ state: 'RUNNING', question: 'Why?' })
  })

  test('a failed call that is tried again by a clock that is behind moves no expiry back', async () => {
    const { call, clock, storedItem } = open()
    await call('c1', failed())
    clock.time = start - 3_600_000
    await call('c1', found('c1', ['a#chunk-1']))
    expect((await storedItem('RUN'))?.expires_at).toBe(startSecond + ttlSeconds)
  })

  test('a failed call that is tried again later pushes its run’s expiry, as a new one does', async () => {
    const { call, clock, storedItem } = open()
    await call('c1', failed())
    clock.time = start + 3_600_000
    await call('c1', found('c1', ['a#chunk-1']))
    expect((await storedItem('RUN'))?.expires_at).toBe(startSecond + 3600 + ttlSeconds)
    expect((await storedItem('CALL#c1'))?.expires_at).toBe(startSecond + 3600 + ttlSeconds)
  })
})
