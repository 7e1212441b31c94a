// The end of a diagnosis (spec 06, "Publish once" and "Fallback"): nothing is published that does not pass here again.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createPublish } from '../../../functions/publish/publish.ts'
import type { SemanticVerdict } from '../../../lib/contract/semantic.ts'
import { failed, found, makeTable } from '../../lib/ledger/test-ledger.ts'
import { diagnosedRun, question, reviewOf } from './diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

async function open(overAnalysis = {}, asked = question) {
  const run = await diagnosedRun(endpoint, table, overAnalysis, asked)
  const publish = createPublish(run.ports)
  // Reads the run as it was before anybody wrote its report.
  const blind = createPublish({
    ...run.ports,
    runs: { ...run.runs, read: async (access) => ({ ...(await run.runs.read(access)), report: null }) },
  })
  return {
    ...run,
    publish: (input: object) => publish({ run_id: run.runId, ...input }, run.taskCall),
    late: (input: object) => blind({ run_id: run.runId, ...input }, run.taskCall),
    report: async () => (await run.runs.read(run.access())).report,
    review: (verdict: SemanticVerdict, n = 1) => run.runs.putReview(run.access(), n, reviewOf(verdict)),
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

  test('says of a search that failed that it is none that found nothing, whatever the model says', async () => {
    const { publish, review, report, call } = await open()
    await call('c2', failed())
    await review('SUPPORTED')
    await publish(published)
    expect((await report())?.limitations).toEqual([
      'One runbook was read.',
      '1 of 2 searches failed: what they would have found is not known.',
    ])
  })

  test.each([
    ['without a review', {}, null],
    ['with a statement that is not supported', {}, 'UNSUPPORTED'],
    ['with a statement that is overstated', {}, 'OVERSTATED'],
    ['with a statement that nobody could judge', {}, 'UNKNOWN'],
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

  test('of two at once has one winner: its report stands, byte for byte, and the loser tells its status', async () => {
    const { publish, late, review, report, storedItem, tamper, clock, lines } = await open()
    await review('SUPPORTED')
    await publish(published)
    const [first, stored] = [await report(), await storedItem('REPORT')]
    // The other one looked at the run before the first was through.
    await tamper('RUN', 'state', 'RUNNING')
    clock.time += 1000
    expect(await late({ outcome: 'FALLBACK', cause: 'TIMEOUT' })).toEqual({ status: 'PUBLISHED' })
    expect(await report()).toEqual(first)
    expect(await storedItem('REPORT')).toEqual(stored)
    expect(lines.map(({ fields }) => fields?.status)).not.toContain('FALLBACK')
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
    expect((await report())?.message).toBe(
      'The draft could not be repaired, so it is not published. What was found is listed below.',
    )
    expect((await report())?.limitations).toEqual(['No conclusion was drawn: no draft passed verification.'])
  })

  test('says why in the language of the question', async () => {
    const { publish, report } = await open({}, '网关为什么会超时？')
    await publish({ outcome: 'FALLBACK', cause: 'TIMEOUT' })
    expect((await report())?.message).toBe('诊断超时。此前找到的证据列在下方。')
    expect((await report())?.limitations).toEqual(['未得出结论：没有草稿通过验证。'])
  })

  test('shows what stopped the last draft, not the first', async () => {
    const { publish, report, repair } = await open({ tool_call_ids: ['c9'] })
    await repair(2, {
      tool_call_ids: ['c1'],
      quotes: [{ document_id: 'gateway-md-11111111#chunk-1', text: 'never written' }],
    })
    await publish({ outcome: 'FALLBACK', cause: 'REPAIRS_EXHAUSTED' })
    expect(await report()).toMatchObject({ violations: [{ code: 'QUOTE_NOT_IN_EVIDENCE' }], refused: [] })
  })

  test('shows why a repair was refused before any guard saw it', async () => {
    const { publish, report, repair } = await open({ tool_call_ids: ['c9'] })
    const draft_refused = [{ code: 'STATEMENT_ADDED', path: '/analysis/0/id', message: 'New.', hint: 'Remove it.' }]
    await repair(2, { id: 'a2', tool_call_ids: ['c1'] }, { next: 'LOOKUPS', draft_refused })
    await publish({ outcome: 'FALLBACK', cause: 'REPAIRS_EXHAUSTED' })
    expect(await report()).toMatchObject({ violations: [], refused: draft_refused, draft: null })
  })

  test('requires quotes, as the workflow’s guard does', async () => {
    const { publish, report } = await open({ quotes: [] })
    await publish({ outcome: 'FALLBACK', cause: 'REPAIRS_EXHAUSTED' })
    expect(await report()).toMatchObject({ violations: [{ code: 'QUOTE_NOT_IN_EVIDENCE' }] })
  })

  test('carries the review that stopped the last draft', async () => {
    const { publish, report, review, repair } = await open()
    await review('OVERSTATED')
    await repair(2, {})
    await review('UNSUPPORTED', 2)
    await publish({ outcome: 'FALLBACK', cause: 'REPAIRS_EXHAUSTED' })
    expect(await report()).toMatchObject({
      semantic: [{ statement: '/analysis/0', verdict: 'UNSUPPORTED', reason: 'as tested' }],
      semantic_review: reviewOf('UNSUPPORTED'),
      violations: [],
    })
  })

  test('leaves out a record that was changed behind the ledger’s back', async () => {
    const { publish, report, call, storedItem, tamper } = await open()
    await call('c2', found('c2', ['pool-md-22222222#chunk-1']))
    const projection = String((await storedItem('CALL#c1'))?.projection)
    await tamper('CALL#c1', 'projection', projection.replace('Excerpt of', 'Forgery of'))
    await publish({ outcome: 'FALLBACK', cause: 'TIMEOUT' })
    expect((await report())?.snapshot?.invocations.map(({ tool_call_id }) => tool_call_id)).toEqual(['c2'])
    expect(JSON.stringify(await report())).not.toContain('Forgery')
  })

  test('lists no call that failed', async () => {
    const { publish, report, call } = await open()
    await call('c2', failed())
    await publish({ outcome: 'FALLBACK', cause: 'TIMEOUT' })
    expect((await report())?.snapshot?.invocations.map(({ tool_call_id }) => tool_call_id)).toEqual(['c1'])
  })

  test('is INTERNAL for a cause that is not known', async () => {
    const { publish, report } = await open()
    await publish({ outcome: 'FALLBACK', cause: 'WHATEVER' })
    expect((await report())?.fallback_cause).toBe('INTERNAL')
  })
})
