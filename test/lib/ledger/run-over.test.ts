// A run that is over stays as it ended: late answers change nothing, and FAILED is final (spec 03, 06).
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { DiagnosisReport } from '../../../lib/contract/report.ts'
import type { TurnItem } from '../../../lib/contract/turn.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { packJson } from '../../../lib/ledger/pack-json.ts'
import { reviewOf } from '../../functions/publish/diagnosed-run.ts'
import { failed, found, makeTable, openTestLedger, startSecond } from './test-ledger.ts'

const lifeSeconds = 900

const turnOf = (n: number): TurnItem => ({
  n,
  kind: 'search',
  model: 'scripted',
  messages: [],
  stop: 'end',
  next: 'DRAFT',
  lookups: [],
  refused: [],
  draft: { n },
  fallback_cause: null,
  created_at: '2026-01-01T00:00:00.000Z',
})

const fallback: DiagnosisReport = {
  status: 'FALLBACK',
  question: 'Why?',
  model: 'scripted',
  published_at: '2026-01-01T00:00:00.000Z',
  draft: null,
  snapshot: null,
  citations_verified: false,
  semantic: [],
  semantic_review: null,
  violations: [],
  refused: [],
  fallback_cause: 'TIMEOUT',
  message: 'Out of time.',
  limitations: [],
}

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const openRun = async () => {
    const over = openTestLedger(endpoint, table)
    const runs = createDiagnosisLedger(over.context)
    await runs.open(over.access(), 'Why?', lifeSeconds)
    await over.call('c1', found('c1', ['a#chunk-1']))
    await runs.putTurn(over.access(), turnOf(1))
    return { ...over, runs }
  }
  const refused = { name: 'E_STOP_REQUIRED' }

  describe('a run that has its report', () => {
    test('takes no turn and no review that comes late, and nothing of it changes', async () => {
      const { runs, access, stored } = await openRun()
      await runs.publish(access(), fallback)
      const before = await stored()
      await expect(runs.putTurn(access(), turnOf(2))).rejects.toMatchObject(refused)
      await expect(runs.putReview(access(), 1, reviewOf('SUPPORTED'))).rejects.toMatchObject(refused)
      expect(await stored()).toEqual(before)
    })

    test.each(['turn', 'review'])(
      'does not show a %s whose write was under way when it got its report',
      async (what) => {
        const { runs, access, commands, storedItem } = await openRun()
        await runs.putReview(access(), 1, reviewOf('UNSUPPORTED'))
        const before = await runs.read(access())
        const [underWay, mayLand] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        commands.hooks.before = async (name) => {
          if (name !== 'PutItemCommand') return
          commands.heal()
          underWay.resolve()
          await mayLand.promise
        }
        const late =
          what === 'turn' ? runs.putTurn(access(), turnOf(2)) : runs.putReview(access(), 2, reviewOf('SUPPORTED'))
        await underWay.promise
        await runs.publish(access(), fallback)
        mayLand.resolve()
        await late
        expect(await storedItem(what === 'turn' ? 'TURN#0002' : 'REVIEW#0002')).toBeDefined()
        const after = await runs.read(access())
        expect([after.turns, after.reviews]).toEqual([before.turns, before.reviews])
        expect([after.turns.length, after.reviews.size]).toEqual([1, 1])
      },
    )

    test('shows all turns of a report that names none, as reports did once', async () => {
      const { runs, access, put } = await openRun()
      await put({ item: 'REPORT', owner: 'alice', body: packJson(fallback), created_at: '2026-01-01T00:00:00.000Z' })
      expect((await runs.read(access())).turns).toHaveLength(1)
    })
  })

  describe('a run whose time is over', () => {
    test('is still at work in its last second, and over in the next', async () => {
      const { runs, access, clock, call } = await openRun()
      clock.time = (startSecond + lifeSeconds) * 1000 - 1
      expect((await runs.read(access())).state).toBe('RUNNING')
      await call('c2', found('c2', ['b#chunk-1']))
      clock.time += 1
      expect((await runs.read(access())).state).toBe('FAILED')
      await expect(call('c3', found('c3', ['c#chunk-1']))).rejects.toMatchObject(refused)
    })

    test('takes no call, no second try of a failed one, no turn, no review and no report', async () => {
      const { runs, access, clock, call, stored } = await openRun()
      await call('c2', failed())
      clock.time += lifeSeconds * 1000
      const before = await stored()
      await expect(call('c3', found('c3', ['c#chunk-1']))).rejects.toMatchObject(refused)
      await expect(call('c2', found('c2', ['b#chunk-1']))).rejects.toMatchObject(refused)
      await expect(runs.putTurn(access(), turnOf(2))).rejects.toMatchObject(refused)
      await expect(runs.putReview(access(), 1, reviewOf('SUPPORTED'))).rejects.toMatchObject(refused)
      await expect(runs.publish(access(), fallback)).rejects.toMatchObject(refused)
      expect(await stored()).toEqual(before)
      expect(await runs.read(access())).toMatchObject({ state: 'FAILED', report: null })
    })

    test('refuses a call in the write that would let it in, not by a look before it', async () => {
      const { clock, call, commands, storedItem } = await openRun()
      clock.time = (startSecond + lifeSeconds) * 1000
      await expect(call('c2', found('c2', ['b#chunk-1']))).rejects.toMatchObject(refused)
      expect(commands.sent.slice(-2)).toEqual(['UpdateItemCommand', 'GetItemCommand'])
      expect((await storedItem('RUN'))?.log).toHaveLength(1)
    })

    test('keeps the report that it got in time, and can be closed then', async () => {
      const { runs, access, clock, tamper, storedItem } = await openRun()
      await runs.publish(access(), fallback)
      await tamper('RUN', 'state', 'RUNNING')
      clock.time += lifeSeconds * 1000
      expect(await runs.publish(access(), { ...fallback, message: 'Another.' })).toEqual(fallback)
      expect((await storedItem('RUN'))?.state).toBe('FALLBACK')
    })
  })

  describe('ending a run', () => {
    test('by a failure to start touches only a run that is RUNNING: one with a report keeps its time', async () => {
      const { runs, access, storedItem } = await openRun()
      await runs.publish(access(), fallback)
      const before = await storedItem('RUN')
      await expect(runs.fail(access())).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
      expect(await storedItem('RUN')).toEqual(before)
    })

    test('by a failure to start is for its owner', async () => {
      const { runs, access, storedItem } = await openRun()
      const before = await storedItem('RUN')
      await expect(runs.fail(access('bob'))).rejects.toThrow()
      expect(await storedItem('RUN')).toEqual(before)
    })

    test('by a report changes nothing when it is ended so already', async () => {
      const { runs, access, clock, storedItem } = await openRun()
      await runs.publish(access(), fallback)
      const before = await storedItem('RUN')
      clock.time += 5000
      await runs.publish(access(), fallback)
      expect(await storedItem('RUN')).toEqual(before)
    })

    test('by a report is for a run that a workflow is at work on', async () => {
      const over = openTestLedger(endpoint, table)
      const runs = createDiagnosisLedger(over.context)
      await over.call('c1', found('c1', ['a#chunk-1']))
      const before = await over.stored()
      await expect(runs.publish(over.access(), fallback)).rejects.toMatchObject(refused)
      expect(await over.stored()).toEqual(before)
    })

    test.each(['putTurn', 'putReview', 'publish', 'read'] as const)('%s is for its owner', async (what) => {
      const { runs, access, stored } = await openRun()
      const before = await stored()
      const bob = access('bob')
      const act = {
        putTurn: () => runs.putTurn(bob, turnOf(2)),
        putReview: () => runs.putReview(bob, 1, reviewOf('SUPPORTED')),
        publish: () => runs.publish(bob, fallback),
        read: () => runs.read(bob),
      }
      await expect(act[what]()).rejects.toMatchObject({ name: 'E_RUN_FORBIDDEN' })
      expect(await stored()).toEqual(before)
    })
  })
})
