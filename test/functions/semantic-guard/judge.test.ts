// The semantic guard's use case (spec 06): only SUPPORTED passes, and what is said is stored once.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createJudge } from '../../../functions/semantic-guard/judge.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import type { ModelAnswer, ModelPort } from '../../../lib/diagnosis/model-port.ts'
import { found, makeTable } from '../../lib/ledger/test-ledger.ts'
import { diagnosedRun } from '../publish/diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

const saying = (turn: ModelPort['turn']): ModelPort => ({ name: 'judge-model', turn })
const reviews = (rows: unknown): ModelAnswer => ({
  text: null,
  stop: 'tool_calls',
  toolCalls: [{ id: '1', name: 'submit_review', arguments: JSON.stringify({ reviews: rows }) }],
})

/** A judge that always says the same, and how often it was asked. */
function counted(rows: unknown) {
  let times = 0
  const model = saying(async () => {
    times += 1
    return reviews(rows)
  })
  return { model, asked: () => times }
}

async function judged(model: ModelPort | null, overAnalysis = {}) {
  const run = await diagnosedRun(endpoint, table, overAnalysis)
  const judge = createJudge({ ...run.ports, model })
  const ask = () => judge({ run_id: run.runId, draft_turn: 1 }, run.taskCall)
  return { ...run, ask, review: async () => (await run.runs.read(run.access())).reviews.get(1) }
}

describe('the rules', () => {
  test('support a statement that says what its evidence says, and the review is stored', async () => {
    const { ask, review } = await judged(null)
    expect(await ask()).toEqual({ verdict: 'SUPPORTED', statements: 1, at_fault: 0 })
    expect(await review()).toMatchObject({ layer: 'rules', model: null, rows: [{ statement: '/analysis/0' }] })
  })

  test('do not support one that says something else', async () => {
    const { ask } = await judged(null, { text: 'The database lost 4711 rows on Tuesday because of a broken fan.' })
    expect(await ask()).toMatchObject({ verdict: 'NOT_SUPPORTED', at_fault: 1 })
  })

  test('judge no draft that the evidence guard rejects', async () => {
    const { ask } = await judged(null, { tool_call_ids: ['c9'] })
    await expect(ask()).rejects.toMatchObject({ name: 'E_INTERNAL' })
  })

  test('are asked once: a second time the stored review answers, and no judge is asked', async () => {
    const { model, asked } = counted([{ statement: '/analysis/0', verdict: 'UNSUPPORTED' }])
    const { ask, runs, access } = await judged(model)
    await runs.putReview(access(), 1, {
      layer: 'rules',
      model: null,
      judge_unavailable: null,
      rows: [{ statement: '/analysis/0', verdict: 'SUPPORTED', reason: 'stored', rule: 'consistent', words: [] }],
    })
    expect(await ask()).toEqual({ verdict: 'SUPPORTED', statements: 1, at_fault: 0 })
    expect(asked()).toBe(0)
  })
})

describe('a model as judge', () => {
  test('can stop what the rules passed', async () => {
    const model = saying(async () => reviews([{ statement: '/analysis/0', verdict: 'OVERSTATED', reason: 'too much' }]))
    const { ask, review } = await judged(model)
    expect(await ask()).toMatchObject({ verdict: 'NOT_SUPPORTED', at_fault: 1 })
    expect(await review()).toMatchObject({
      layer: 'judge',
      model: 'judge-model',
      rows: [{ rule: 'judge', reason: 'too much' }],
    })
  })

  test('is asked once: a duplicate is told what was said', async () => {
    const { model, asked } = counted([{ statement: '/analysis/0', verdict: 'OVERSTATED' }])
    const { ask, review } = await judged(model)
    const [first, stored] = [await ask(), await review()]
    expect(await ask()).toEqual(first)
    expect(await review()).toEqual(stored)
    expect(asked()).toBe(1)
  })

  test('has nothing to say about what the guard verified not to be there', async () => {
    let told = ''
    const model = saying(async ({ messages }) => {
      told = messages.at(-1)?.text ?? ''
      return reviews([{ statement: '/analysis/0', verdict: 'UNSUPPORTED' }])
    })
    const text = 'Nothing was found about: query of c2'
    const nothing = { kind: 'NEGATIVE_OBSERVATION', text, tool_call_ids: ['c2'], document_ids: [], quotes: [] }
    const { ask, review, call } = await judged(model, nothing)
    await call('c2', found('c2', []))
    expect(await ask()).toEqual({ verdict: 'SUPPORTED', statements: 1, at_fault: 0 })
    expect((await review())?.rows).toMatchObject([{ statement: '/analysis/0', verdict: 'SUPPORTED', rule: 'negative' }])
    expect(JSON.parse(told)).toEqual({ statements: [] })
  })

  test('must answer in time for the ledger to keep what it said', async () => {
    let deadline = Number.POSITIVE_INFINITY
    const model = saying(async (request) => {
      deadline = request.deadline
      return reviews([{ statement: '/analysis/0', verdict: 'SUPPORTED' }])
    })
    const { ask, taskCall } = await judged(model)
    await ask()
    expect(taskCall.deadline - deadline).toBeGreaterThanOrEqual(3000)
    expect(taskCall.deadline - deadline).toBeLessThanOrEqual(5000)
  })

  test('is heard by the call that it was offered, and by no other', async () => {
    const other = (verdict: string) => ({
      id: '0',
      name: 'submit_diagnosis',
      arguments: JSON.stringify({ reviews: [{ statement: '/analysis/0', verdict }] }),
    })
    const both = reviews([{ statement: '/analysis/0', verdict: 'OVERSTATED' }])
    const first = await judged(saying(async () => ({ ...both, toolCalls: [other('SUPPORTED'), ...both.toolCalls] })))
    expect(await first.ask()).toMatchObject({ verdict: 'NOT_SUPPORTED', at_fault: 1 })
    const none = await judged(saying(async () => ({ ...both, toolCalls: [other('OVERSTATED')] })))
    expect(await none.ask()).toMatchObject({ verdict: 'SUPPORTED' })
    expect(await none.review()).toMatchObject({ layer: 'rules', judge_unavailable: 'E_MODEL_BAD_RESPONSE' })
  })

  test('that passes over a statement has not judged it: UNKNOWN does not pass', async () => {
    const { ask, review } = await judged(saying(async () => reviews([])))
    expect(await ask()).toMatchObject({ verdict: 'NOT_SUPPORTED' })
    expect((await review())?.rows[0]).toMatchObject({ verdict: 'UNKNOWN', rule: 'judge' })
  })

  test('is not asked about what the rules already stopped', async () => {
    const { model, asked } = counted([{ statement: '/analysis/0', verdict: 'SUPPORTED' }])
    const { ask } = await judged(model, { text: 'The database lost 4711 rows on Tuesday because of a broken fan.' })
    expect(await ask()).toMatchObject({ verdict: 'NOT_SUPPORTED' })
    expect(asked()).toBe(0)
  })

  test.each([
    ['cannot be reached', async () => Promise.reject(new Fault('E_MODEL_UNAVAILABLE')), 'E_MODEL_UNAVAILABLE'],
    [
      'answers with prose',
      async () => ({ text: 'Looks fine.', toolCalls: [], stop: 'end' }) as const,
      'E_MODEL_BAD_RESPONSE',
    ],
  ] as const)('that %s leaves the rules standing, and the review says so', async (_, turn, why) => {
    const { ask, review } = await judged(saying(turn))
    expect(await ask()).toMatchObject({ verdict: 'SUPPORTED' })
    expect(await review()).toMatchObject({ layer: 'rules', model: null, judge_unavailable: why })
  })

  test('sees the cited item only, and is told to answer by its schema', async () => {
    let heard = ''
    const model = saying(async ({ messages }) => {
      heard = messages.map((m) => m.text ?? '').join('\n')
      return reviews([{ statement: '/analysis/0', verdict: 'SUPPORTED' }])
    })
    const { ask, excerpt } = await judged(model)
    await ask()
    expect(heard).toContain(JSON.stringify(excerpt).slice(1, -1))
    expect(heard).toContain('"/analysis/0"')
    // The labels are evidence for the rules, so they are for the judge.
    expect(heard).toMatch(/"evidence":\[\{"document_id":"[^"]+","source":.*"title":.*"breadcrumb":.*"excerpt":/)
  })
})
