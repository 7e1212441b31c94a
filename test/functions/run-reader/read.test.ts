// `GET /api/runs/{run_id}` (spec 08) over a real ledger: a person sees each call as the agent saw it, and why.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createRead } from '../../../functions/run-reader/read.ts'
import { runView } from '../../../lib/contract/run.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { httpEvent, lambdaContext, replyOf } from '../../lib/lambda/events.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import {
  failed,
  found,
  makeTable,
  openTestLedger,
  start,
  ttlSeconds,
  unavailable,
  viewOf,
} from '../../lib/ledger/test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

function open(over = {}) {
  const ledger = openTestLedger(endpoint, table, over)
  const handler = createLambda({
    telemetry: recordedTelemetry().telemetry,
    operations: { readRun: createRead({ ledger: ledger.ledger }) },
  })
  return {
    ...ledger,
    read: (principal = 'alice', run_id = ledger.runId) =>
      replyOf(
        handler(
          httpEvent('readRun', { pathParameters: { run_id }, authorizer: { lambda: { principal } } }),
          lambdaContext(),
        ),
      ),
  }
}

describe('a run', () => {
  test('shows its calls in order: what the agent saw, what failed, what never ended, and the audits', async () => {
    const { read, call, commands, runId } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await call('c2', failed())
    commands.refuse('PutItemCommand')
    await call('c3', found('c3', [])).catch(() => {})
    commands.heal()
    const { statusCode, json } = await read()
    expect(statusCode).toBe(200)
    expect(runView.safeParse(json).success).toBe(true)
    expect(json).toEqual({
      run_id: runId,
      state: 'OPEN',
      question: null,
      created_at: '2026-01-01T00:00:00.000Z',
      harness: {
        no_gain_streak: 1,
        tool_calls_used: 3,
        tool_calls_budget: 8,
        stop_required: false,
        stop_reason: null,
      },
      report: null,
      invocations: [
        {
          tool_call_id: 'c1',
          tool: 'lookup_knowledge',
          status: 'READY',
          origin: 'searched',
          result: viewOf('c1', ['d#chunk-1']),
          error: null,
          created_at: '2026-01-01T00:00:00.000Z',
          expired: false,
          audit: [expect.objectContaining({ status: 'READY', keys: 1 })],
        },
        {
          tool_call_id: 'c2',
          tool: 'lookup_knowledge',
          status: 'FAILED',
          origin: 'searched',
          result: null,
          error: unavailable,
          created_at: '2026-01-01T00:00:00.000Z',
          expired: false,
          audit: [expect.objectContaining({ status: 'FAILED', why: 'connection refused' })],
        },
        {
          tool_call_id: 'c3',
          tool: 'lookup_knowledge',
          status: 'UNFINISHED',
          origin: null,
          result: null,
          error: null,
          created_at: '2026-01-01T00:00:00.000Z',
          expired: false,
          audit: [],
        },
      ],
      turns: [],
      drafts: [],
      cut: false,
    })
  })

  test('shows every attempt’s audit, oldest first', async () => {
    const { read, call, clock } = open()
    await call('c1', failed())
    clock.time += 1000
    await call('c1', found('c1', ['d#chunk-1']))
    const { json } = await read()
    expect(json.invocations[0].audit.map((a: { status: string }) => a.status)).toEqual(['FAILED', 'READY'])
  })

  test('that has expired shows what its audits still tell', async () => {
    const { read, call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * 1000
    const { statusCode, json } = await read()
    expect(statusCode).toBe(200)
    expect(runView.safeParse(json).success).toBe(true)
    expect(json).toMatchObject({
      created_at: '2026-01-01T00:00:00.000Z',
      invocations: [{ tool_call_id: 'c1', result: null, expired: true, audit: [{ status: 'READY' }] }],
    })
  })

  test('with one call that has expired and others that live says which', async () => {
    const { read, call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + 80_000_000
    await call('c2', found('c2', ['d#chunk-2']))
    clock.time = start + ttlSeconds * 1000
    expect((await read()).json.invocations).toMatchObject([
      { tool_call_id: 'c1', expired: true, status: 'READY', result: null },
      { tool_call_id: 'c2', expired: false, status: 'READY' },
    ])
  })

  test('tells an expired call as what it was, as far as log and audits know', async () => {
    const { read, call, clock, erase, stored, commands } = open()
    await call('c1', failed())
    await call('c2', found('c2', ['d#chunk-1']))
    await call('c3', { ...found('c3', ['d#chunk-2']), audit: { text: 'x'.repeat(100_000) } })
    commands.refuse('PutItemCommand')
    await call('c4', found('c4', [])).catch(() => {})
    commands.heal()
    clock.time = start + 80_000_000
    await call('c5', found('c5', ['d#chunk-5']))
    clock.time = start + ttlSeconds * 1000
    const told = async () =>
      (await read()).json.invocations.map((i: Record<string, unknown>) => [i.tool_call_id, i.status, i.expired])
    const known = [
      ['c1', 'FAILED', true],
      ['c2', 'READY', true],
    ]
    expect(await told()).toEqual([...known, ['c3', 'READY', true], ['c4', 'UNFINISHED', false], ['c5', 'READY', false]])
    for (const { item } of await stored()) if (item === 'RUN' || item === 'CALL#c5') await erase(String(item))
    expect(await told()).toEqual([...known, ['c3', 'EXPIRED', true], ['c5', 'READY', true]])
  })

  test('with a stored view that is no JSON any more is shown all the same', async () => {
    const { read, call, tamper } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'projection', '{"cut')
    const { statusCode, json } = await read()
    expect(statusCode).toBe(200)
    expect(json.invocations[0].result).toBe('{"cut')
  })

  /** Spec 08: "bodies over 5 MB are cut with a mark". Written out here: the code's own figure would prove nothing. */
  const bodyBytes = 5_000_000

  test('whose body is over 5 MB leaves its audits out, with a mark that says so, and keeps all views', async () => {
    const { read, call } = open({ limits: { budget: 99, noGainLimit: 99 } })
    // Backslashes: as JSON they are twice as long, and once more in the string that the function answers with.
    const audit = { text: '\\'.repeat(32_000) }
    const attempts = Math.ceil(bodyBytes / 128_000) + 1
    for (let i = 0; i < attempts; i += 1) await call('c1', { ...failed(), audit })
    expect((await read()).json).toMatchObject({
      cut: true,
      left_out: ['audits'],
      invocations: [{ status: 'FAILED', audit: [] }],
    })
    const view = await call('c1', { ...found('c1', ['d#chunk-1']), audit })
    const { json, body } = await read()
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(bodyBytes)
    expect(JSON.stringify(json.invocations[0].result)).toBe(view.record.projection)
  })

  test('whose body is just below 5 MB is whole', async () => {
    const { read, call } = open({ limits: { budget: 99, noGainLimit: 99 } })
    for (let i = 0; i < 76; i += 1) await call('c1', { ...failed(), audit: { text: 'x'.repeat(65_000) } })
    const { json, body } = await read()
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(4_900_000)
    expect(json.cut).toBe(false)
    expect(json).not.toHaveProperty('left_out')
  })

  test('with an audit that was cut says so', async () => {
    const { read, call } = open()
    await call('c1', { ...found('c1', []), audit: { text: 'x'.repeat(100_000) } })
    expect((await read()).json.invocations[0].audit).toMatchObject([{ cut: true, text: expect.any(String) }])
  })
})

describe('whoever asks', () => {
  test('for somebody else’s run is told 403 and nothing more', async () => {
    const { read, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const { statusCode, json } = await read('bob')
    expect(statusCode).toBe(403)
    expect(Object.keys(json)).toEqual(['error'])
    expect(json.error.code).toBe('E_RUN_FORBIDDEN')
  })

  test('for a run that never was is told 404', async () => {
    expect((await open().read()).json.error.code).toBe('E_NOT_FOUND')
  })

  test('for what is no run id is told 400', async () => {
    expect((await open().read('alice', 'a b')).json.error.code).toBe('E_VALIDATION')
  })
})
