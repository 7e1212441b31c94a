// `POST /api/runs` over a real ledger (spec 08).
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createStart } from '../../../functions/diagnosis-start/start.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { httpEvent, lambdaContext, replyOf } from '../../lib/lambda/events.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { found, makeTable, openTestLedger } from '../../lib/ledger/test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

function open(start: () => Promise<void> = async () => {}) {
  const over = openTestLedger(endpoint, table)
  const started: string[] = []
  const runs = createDiagnosisLedger(over.context)
  const workflow = {
    start: async ({ runId }: { runId: string }) => {
      await start()
      started.push(runId)
    },
  }
  const handler = createLambda({
    telemetry: recordedTelemetry().telemetry,
    operations: { startRun: createStart({ runs, workflow, newId: () => 'new-id' }, { lifeSeconds: 900 }) },
  })
  const post = (body: unknown, principal = 'alice') =>
    replyOf(handler(httpEvent('startRun', { body, authorizer: { lambda: { principal } } }), lambdaContext()))
  return { ...over, runs, started, post }
}

describe('POST /api/runs', () => {
  test('opens a run for the question, starts its workflow and answers 202', async () => {
    const { post, runId, runs, access, started } = open()
    const reply = await post({ question: ' Why? ', run_id: runId })
    expect([reply.statusCode, reply.json]).toEqual([202, { run_id: runId, state: 'RUNNING' }])
    expect(started).toEqual([runId])
    expect(await runs.read(access())).toMatchObject({ question: 'Why?', state: 'RUNNING', turns: [], report: null })
  })

  test('names the run itself when the caller does not', async () => {
    const { post } = open()
    expect((await post({ question: 'Why?' })).json.run_id).toBe('run-new-id')
  })

  test('is E_RUN_EXISTS for a run of one’s own, however it was opened, and starts nothing', async () => {
    const { post, runId, call, started } = open()
    await call('c1', found('c1', ['a#chunk-1']))
    const reply = await post({ question: 'Why?', run_id: runId })
    expect([reply.statusCode, reply.json.error.code]).toEqual([409, 'E_RUN_EXISTS'])
    expect(started).toEqual([])
  })

  test('is E_RUN_FORBIDDEN for another’s run', async () => {
    const { post, runId } = open()
    await post({ question: 'Why?', run_id: runId })
    const reply = await post({ question: 'Why?', run_id: runId }, 'bob')
    expect([reply.statusCode, reply.json.error.code]).toEqual([403, 'E_RUN_FORBIDDEN'])
  })

  test('whose workflow cannot be started fails at once, visibly', async () => {
    const { post, runId, runs, access, clock } = open(async () => {
      throw new Error('no such machine')
    })
    const reply = await post({ question: 'Why?', run_id: runId })
    expect([reply.statusCode, reply.json.error.code]).toEqual([500, 'E_INTERNAL'])
    clock.time += 1000
    expect(await runs.read(access())).toMatchObject({ state: 'FAILED' })
  })

  test('answers with what kept the workflow from starting, even when the run cannot be told', async () => {
    const { post, runId, commands, runs, access, clock } = open(async () => {
      commands.refuse('UpdateItemCommand')
      throw new Fault('E_VALIDATION', { message: 'No such machine.' })
    })
    const reply = await post({ question: 'Why?', run_id: runId })
    expect([reply.statusCode, reply.json.error]).toMatchObject([
      400,
      { code: 'E_VALIDATION', message: 'No such machine.' },
    ])
    clock.time += 900_000
    expect(await runs.read(access())).toMatchObject({ state: 'FAILED' })
  })

  test('is FAILED when its time is over without a report', async () => {
    const { post, runId, runs, access, clock } = open()
    await post({ question: 'Why?', run_id: runId })
    clock.time += 899_000
    expect(await runs.read(access())).toMatchObject({ state: 'RUNNING' })
    clock.time += 1000
    expect(await runs.read(access())).toMatchObject({ state: 'FAILED' })
  })

  test.each([
    ['no question', {}],
    ['a blank question', { question: '  ' }],
    ['a question of 4,001 characters', { question: 'x'.repeat(4001) }],
    ['an id that is none', { question: 'Why?', run_id: 'a/b' }],
    ['a field too many', { question: 'Why?', model: 'other' }],
  ])('refuses %s', async (_, body) => {
    const { post, started } = open()
    const reply = await post(body)
    expect([reply.statusCode, reply.json.error.code]).toEqual([400, 'E_VALIDATION'])
    expect(started).toEqual([])
  })
})
