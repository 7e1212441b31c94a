// The end of a diagnosis (spec 06, "Publish once" and "Fallback"): nothing is published that does not pass here again.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createPublish } from '../../../functions/publish/publish.ts'
import { failed, found, makeTable } from '../../lib/ledger/test-ledger.ts'
import { diagnosedRun, question, reviewOf } from './diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

async function open(overAnalysis = {}) {
  const run = await diagnosedRun(endpoint, table, overAnalysis)
  const publish = createPublish(run.ports)
  return {
    ...run,
    publish: (input: object) => publish({ run_id: run.runId, ...input }, run.taskCall),
    report: async () => (await run.runs.read(run.access())).report,
    review: (verdict: 'SUPPORTED' | 'UNSUPPORTED') => run.runs.putReview(run.access(), 1, reviewOf(verdict)),
  }
}
const published = { outcome: 'PUBLISHED', draft_turn: 1 }

describe('publishing', () => {
  test('writes the draft, the evidence rebuilt from the ledger and both marks', async () => {
    const { publish, review, report, draft, excerpt } = await open()
    await review('SUPPORTED')
    expect(await publish(published)).toEqual({ status: 'PUBLISHED' })
    expect(await report()).toMatchObject({
      status: 'PUBLISHED',
      question,
      draft,
      citations_verified: true,
      semantic: [{ statement: '/analysis/0', verdict: 'SUPPORTED' }],
      snapshot: { invocations: [{ tool_call_id: 'c1', items: [{ excerpt }] }] },
      limitations: ['One runbook was read.'],
      model: 'scripted',
    })
  })

  test.each([
    ['without a review', {}, null],
    ['with a statement that is not supported', {}, 'UNSUPPORTED'],
    ['whose citation does not hold', { tool_call_ids: ['c9'] }, 'SUPPORTED'],
    ['that quotes nothing', { quotes: [] }, 'SUPPORTED'],
  ] as const)('refuses a draft %s, and writes nothing', async (_, over, verdict) => {
    const { publish, review, report } = await open(over)
    if (verdict !== null) await review(verdict)
    await expect(publish(published)).rejects.toMatchObject({ name: 'E_INTERNAL' })
    expect(await report()).toBeNull()
  })

  test('keeps the first report, whatever comes later', async () => {
    const { publish, review, report } = await open()
    await review('SUPPORTED')
    await publish(published)
    const first = await report()
    expect(await publish({ outcome: 'FALLBACK', cause: 'TIMEOUT' })).toEqual({ status: 'PUBLISHED' })
    expect(await report()).toEqual(first)
  })
})

describe('a run that has its report', () => {
  test('takes no further calls, and replays those it had', async () => {
    const { publish, review, call, stored } = await open()
    await review('SUPPORTED')
    await publish(published)
    const before = await stored()
    await expect(call('c2', found('c2', ['b#chunk-1']))).rejects.toMatchObject({ name: 'E_STOP_REQUIRED' })
    expect(await stored()).toEqual(before)
    expect((await call('c1', found('c1', ['other#chunk-1']))).harness.replayed).toBe(true)
  })

  test('lets no failed call be tried again', async () => {
    const { publish, review, call, storedItem } = await open()
    await call('c2', failed())
    await review('SUPPORTED')
    await publish(published)
    const before = await storedItem('CALL#c2')
    await expect(call('c2', found('c2', ['b#chunk-1']))).rejects.toMatchObject({ name: 'E_STOP_REQUIRED' })
    expect(await storedItem('CALL#c2')).toEqual(before)
  })

  test('is closed by a second try, when a crash left it open', async () => {
    const { publish, review, call, tamper } = await open()
    await review('SUPPORTED')
    await publish(published)
    await tamper('RUN', 'state', 'RUNNING')
    expect(await publish(published)).toEqual({ status: 'PUBLISHED' })
    await expect(call('c2', found('c2', ['b#chunk-1']))).rejects.toMatchObject({ name: 'E_STOP_REQUIRED' })
  })
})

describe('falling back', () => {
  test('says why, what stopped the draft and what was found, and concludes nothing', async () => {
    const { publish, report, excerpt } = await open({ tool_call_ids: ['c9'] })
    expect(await publish({ outcome: 'FALLBACK', cause: 'REPAIRS_EXHAUSTED' })).toEqual({ status: 'FALLBACK' })
    expect(await report()).toMatchObject({
      status: 'FALLBACK',
      question,
      draft: null,
      citations_verified: false,
      fallback_cause: 'REPAIRS_EXHAUSTED',
      violations: [{ code: 'TOOL_CALL_UNKNOWN' }],
      snapshot: { invocations: [{ items: [{ excerpt }] }], analyses: [] },
    })
    expect((await report())?.message).toBeTruthy()
    expect((await report())?.limitations).toHaveLength(1)
  })

  test('is INTERNAL for a cause that is not known', async () => {
    const { publish, report } = await open()
    await publish({ outcome: 'FALLBACK', cause: 'WHATEVER' })
    expect((await report())?.fallback_cause).toBe('INTERNAL')
  })
})
