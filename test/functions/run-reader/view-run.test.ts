// A diagnosis as people read it afterwards (spec 06, "Everything is replayable"): each rejected draft with why, and why there is
// no report.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createPublish } from '../../../functions/publish/publish.ts'
import { viewRun } from '../../../functions/run-reader/view-run.ts'
import { found, makeTable, start, ttlSeconds } from '../../lib/ledger/test-ledger.ts'
import { diagnosedRun, reviewOf } from '../publish/diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

async function open(overAnalysis = {}) {
  const run = await diagnosedRun(endpoint, table, overAnalysis)
  return { ...run, view: () => viewRun(run.ports, run.access()) }
}

describe('the drafts of a run', () => {
  test('that passed are not among the rejected ones', async () => {
    const { view, runs, access } = await open()
    await runs.putReview(access(), 1, reviewOf('SUPPORTED'))
    expect((await view()).drafts).toEqual([])
  })

  test('hold a repair that was refused before any guard saw it, with why, though no guard finds fault with it', async () => {
    const { view, repair } = await open({ tool_call_ids: ['c9'] })
    const refused = [{ code: 'STATEMENT_ADDED', path: '/analysis/0/id', message: 'New.', hint: 'Remove it.' }]
    await repair(2, { id: 'a2', tool_call_ids: ['c1'] }, { next: 'LOOKUPS', draft_refused: refused })
    expect((await view()).drafts).toMatchObject([
      { turn: 1, violations: [{ code: 'TOOL_CALL_UNKNOWN' }] },
      { turn: 2, violations: [], semantic: null, refused },
    ])
  })

  test('hold one that the semantic guard stopped, with what it said', async () => {
    const { view, runs, access } = await open()
    await runs.putReview(access(), 1, reviewOf('UNKNOWN'))
    expect((await view()).drafts).toMatchObject([{ turn: 1, violations: [], semantic: reviewOf('UNKNOWN') }])
  })

  test('have each their own violations: those that a fallback stored are of the last', async () => {
    const { view, repair, ports, runId, taskCall } = await open({ tool_call_ids: ['c9'] })
    await repair(2, { tool_call_ids: ['c1'], quotes: [] })
    await createPublish(ports)({ run_id: runId, outcome: 'FALLBACK', cause: 'REPAIRS_EXHAUSTED' }, taskCall)
    expect((await view()).drafts).toMatchObject([
      { turn: 1, violations: [{ code: 'TOOL_CALL_UNKNOWN' }] },
      { turn: 2, violations: [{ code: 'QUOTE_NOT_IN_EVIDENCE' }] },
    ])
  })

  test('are checked as the workflow does: quotes are required', async () => {
    const { view } = await open({ quotes: [] })
    expect((await view()).drafts).toMatchObject([{ violations: [{ code: 'QUOTE_NOT_IN_EVIDENCE' }] }])
  })
})

describe('a draft whose calls have expired since', () => {
  const lifetime = ttlSeconds * 1000
  /** The first call is let in at the start; the second pushes the run's expiry and the turn's with it, not the first call's. */
  async function outlived(overAnalysis = {}) {
    const run = await open(overAnalysis)
    const late = { kind: 'repair', created_at: new Date(start + 5000).toISOString() } as const
    run.clock.time = start + 5000
    await run.call('c2', found('c2', ['other-md-22222222#chunk-1']))
    return {
      ...run,
      late,
      expireFirst: () => {
        run.clock.time = start + lifetime + 1000
      },
    }
  }

  test.each(['has expired', 'was deleted'])(
    'is none of the rejected ones when it was published and its record %s',
    async (how) => {
      const { view, runs, access, repair, late, ports, runId, taskCall, expireFirst, erase } = await outlived({
        tool_call_ids: ['c9'],
      })
      await repair(2, { tool_call_ids: ['c1'] }, late)
      await runs.putReview(access(), 2, reviewOf('SUPPORTED'))
      await createPublish(ports)({ run_id: runId, outcome: 'PUBLISHED', draft_turn: 2 }, taskCall)
      const before = await view()
      expireFirst()
      if (how === 'was deleted') await erase('CALL#c1')
      const after = await view()
      expect(after).toMatchObject({ state: 'PUBLISHED', turns: [{ n: 2 }] })
      expect(before.drafts).toMatchObject([{ turn: 1, violations: [{ code: 'TOOL_CALL_UNKNOWN' }] }])
      expect(after.drafts).toEqual([])
    },
  )

  test.each(['has expired', 'was deleted'])(
    'is rejected for what it was rejected for then, not because its record %s',
    async (how) => {
      const { view, repair, late, expireFirst, erase } = await outlived()
      await repair(2, { quotes: [] }, late)
      await repair(3, { quotes: [] }, late)
      expireFirst()
      if (how === 'was deleted') await erase('CALL#c1')
      const codes = (await view()).drafts.map(({ turn, violations }) => [turn, ...violations.map(({ code }) => code)])
      const gone = how === 'was deleted'
      // Without the record nobody can tell whether the quote was in it: the reason that is left is that it is gone.
      expect(codes).toEqual(
        gone
          ? [[2, 'TOOL_CALL_EXPIRED']]
          : [
              [2, 'QUOTE_NOT_IN_EVIDENCE'],
              [3, 'QUOTE_NOT_IN_EVIDENCE'],
            ],
      )
    },
  )

  test('is rejected for what a call that has expired says against it, also when nobody was told', async () => {
    const { view, repair, late, expireFirst } = await outlived()
    await repair(2, { kind: 'NEGATIVE_OBSERVATION', document_ids: [], quotes: [] }, late)
    expireFirst()
    expect((await view()).drafts).toMatchObject([
      { turn: 2, violations: [{ code: 'KIND_DENIES_EVIDENCE', tool_call_id: 'c1' }] },
    ])
  })

  test('is none of the rejected ones when it was published and its record was changed since', async () => {
    const { view, runs, access, ports, runId, taskCall, tamper } = await open()
    await runs.putReview(access(), 1, reviewOf('SUPPORTED'))
    await createPublish(ports)({ run_id: runId, outcome: 'PUBLISHED', draft_turn: 1 }, taskCall)
    await tamper('CALL#c1', 'projection', '{"changed":true}')
    expect(await view()).toMatchObject({ state: 'PUBLISHED', drafts: [] })
  })

  test('is judged as at the repair that answers it: until then the guard was asked', async () => {
    const { view, repair, late } = await outlived()
    const expired = new Date(start + lifetime + 1000).toISOString()
    await repair(2, {}, { ...late, created_at: expired })
    const [first] = (await view()).drafts
    expect(first).toMatchObject({ turn: 1, violations: [{ code: 'TOOL_CALL_EXPIRED', tool_call_id: 'c1' }] })
  })

  test('has the violations that a fallback stored of it', async () => {
    const { view, repair, late, ports, runId, taskCall, expireFirst, erase } = await outlived({ quotes: [] })
    await repair(2, { quotes: [] }, late)
    await createPublish(ports)({ run_id: runId, outcome: 'FALLBACK', cause: 'REPAIR_UNCHANGED' }, taskCall)
    expireFirst()
    await erase('CALL#c1')
    expect((await view()).drafts).toMatchObject([{ turn: 2, violations: [{ code: 'QUOTE_NOT_IN_EVIDENCE' }] }])
  })
})

describe('a run without a report', () => {
  test('says so once its time is over, and not before', async () => {
    const { view, clock } = await open()
    expect(await view()).not.toHaveProperty('failure')
    clock.time += 900_000
    expect(await view()).toMatchObject({
      state: 'FAILED',
      failure: 'The diagnosis ended, or ran out of time, before it could write a report. Start another run.',
      report: null,
    })
  })

  test('is no run that fell back: its report says why', async () => {
    const { view, ports, runId, taskCall, clock } = await open()
    await createPublish(ports)({ run_id: runId, outcome: 'FALLBACK', cause: 'TIMEOUT' }, taskCall)
    clock.time += 900_000
    expect(await view()).toMatchObject({ state: 'FALLBACK' })
    expect(await view()).not.toHaveProperty('failure')
  })
})
