// `GET /api/runs/{run_id}/report` (spec 08) over a real ledger: the page goes out as HTML under its policy, faults as JSON.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createReport } from '../../../functions/run-reader/report.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { httpEvent, lambdaContext, type Reply } from '../../lib/lambda/events.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { failed, found, makeTable, openTestLedger, start, ttlSeconds } from '../../lib/ledger/test-ledger.ts'
import { textOf } from '../../lib/report/page-reader.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

function open() {
  const ledger = openTestLedger(endpoint, table)
  const handler = createLambda({
    telemetry: recordedTelemetry().telemetry,
    operations: { readReport: createReport({ ledger: ledger.ledger }) },
  })
  return {
    ...ledger,
    handler,
    read: (principal = 'alice', run_id = ledger.runId) =>
      handler(
        httpEvent('readReport', { pathParameters: { run_id }, authorizer: { lambda: { principal } } }),
        lambdaContext(),
      ) as Promise<Reply>,
  }
}

describe('the page of a run', () => {
  test('is HTML under a strict policy, with the request id and not kept by anyone', async () => {
    const { read, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const { statusCode, headers, body } = await read()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-request-id']).toBeTruthy()
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/)
  })

  test('shows each call of the run: what was found, what failed, and why', async () => {
    const { read, call, runId } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    await call('c2', failed())
    const text = textOf((await read()).body)
    for (const part of [
      runId,
      'Open',
      'd#chunk-1',
      'Excerpt of d#chunk-1: 故障 📁.',
      'E_KNOWLEDGE_UNAVAILABLE',
      'connection refused',
    ])
      expect(text).toContain(part)
  })

  test('that has expired shows what its audits still tell', async () => {
    const { read, call, clock } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * 1000
    const { statusCode, body } = await read()
    expect(statusCode).toBe(200)
    expect(textOf(body)).toContain('Expired: the record of this call is no longer stored')
    expect(body).not.toContain('Excerpt of')
  })

  test('is the same text by direct invocation', async () => {
    const { read, call, handler, runId } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const direct = await handler({ operation: 'readReport', caller: 'alice', run_id: runId }, lambdaContext())
    expect(direct).toBe((await read()).body)
  })
})

describe('whoever asks', () => {
  const faultOf = ({ statusCode, headers, body }: Reply) => {
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    return [statusCode, JSON.parse(body).error.code]
  }

  test('for somebody else’s run is told 403 in JSON and nothing more', async () => {
    const { read, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const reply = await read('bob')
    expect(faultOf(reply)).toEqual([403, 'E_RUN_FORBIDDEN'])
    expect(reply.body).not.toContain('chunk')
  })

  test('for a run that never was is told 404', async () => {
    expect(faultOf(await open().read())).toEqual([404, 'E_NOT_FOUND'])
  })

  test('for what is no run id is told 400', async () => {
    expect(faultOf(await open().read('alice', 'a b'))).toEqual([400, 'E_VALIDATION'])
  })
})
