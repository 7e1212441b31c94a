// Logs, metrics and traces as they leave a function.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTelemetry } from '../../../lib/lambda/telemetry.ts'
import { startDaemon } from '../aws/daemon.ts'
import { captureOutput } from './captured-output.ts'

const onLambda = { AWS_LAMBDA_FUNCTION_NAME: 'evidence-chain-search-tool' }
const of = (requestId: string, traceHeader?: string) => ({ requestId, traceHeader })

let output: ReturnType<typeof captureOutput>
beforeEach(() => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO')
  output = captureOutput()
})
afterEach(() => {
  output.release()
  vi.unstubAllEnvs()
})

describe('a log line', () => {
  test('has its code, its level, the service, and whom it is about', async () => {
    const telemetry = createTelemetry('search-tool', {})
    await telemetry.during(of('req-1'), async () => {
      telemetry.log('KNOWLEDGE_CALL', { attempt: 1 })
      telemetry.correlate({ run_id: 'r1', tool_call_id: 'c1' })
      telemetry.log('QUEUE_UNAVAILABLE')
      telemetry.log('FAULT')
    })
    const common = { service: 'search-tool', request_id: 'req-1', timestamp: expect.any(String) }
    const ids = { run_id: 'r1', tool_call_id: 'c1' }
    expect(output.logs()).toEqual([
      expect.objectContaining({
        ...common,
        level: 'INFO',
        event: 'KNOWLEDGE_CALL',
        message: 'KNOWLEDGE_CALL',
        attempt: 1,
      }),
      expect.objectContaining({ ...common, ...ids, level: 'WARN', event: 'QUEUE_UNAVAILABLE' }),
      expect.objectContaining({ ...common, ...ids, level: 'ERROR', event: 'FAULT' }),
    ])
    expect(output.logs()[0]).not.toHaveProperty('run_id')
  })

  test('says nothing of the invocation before it', async () => {
    const telemetry = createTelemetry('search-tool', {})
    await telemetry.during(of('req-1'), async () => telemetry.correlate({ run_id: 'r1', tool_call_id: 'c1' }))
    await telemetry.during(of('req-2'), async () => telemetry.log('ANSWERED'))
    telemetry.log('SWEPT')
    const [second, outside] = output.logs()
    expect(second).toMatchObject({ request_id: 'req-2' })
    for (const line of [second, outside]) expect(line).not.toHaveProperty('run_id')
    expect(outside).not.toHaveProperty('request_id')
  })

  test('says its own invocation also where many interleave', async () => {
    const telemetry = createTelemetry('search-tool', {})
    const ids = Array.from({ length: 20 }, (_, i) => `run-${i}`)
    await Promise.all(
      ids.map((run_id, i) =>
        telemetry.during(of(`req-${i}`), async () => {
          telemetry.correlate({ run_id })
          for (let step = 0; step < 3; step += 1) {
            await turn()
            telemetry.log('ANSWERED', { operation: run_id })
          }
        }),
      ),
    )
    const lines = output.logs()
    expect(lines).toHaveLength(60)
    for (const { request_id, run_id, operation } of lines) {
      expect(run_id).toBe(operation)
      expect(request_id).toBe(String(run_id).replace('run', 'req'))
    }
  })

  test('below the level is not written; the text of a query is there at DEBUG alone', () => {
    createTelemetry('search-tool', {}).log('LOOKUP_QUERY', { query: 'why is it slow' })
    expect(output.text()).toBe('')
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG')
    createTelemetry('search-tool', {}).log('LOOKUP_QUERY', { query: 'why is it slow' })
    expect(output.logs()).toMatchObject([{ level: 'DEBUG', query: 'why is it slow' }])
  })

  test('has no text in a field, unless its row says that it may', () => {
    const telemetry = createTelemetry('search-tool', {})
    telemetry.log('KNOWLEDGE_CALL', { given: 'a sentence of evidence' })
    telemetry.log('START_FAILED', { problem: 'RETURN_N must be a positive integer' })
    expect(output.logs()).toMatchObject([
      { given: '[22 characters]' },
      { problem: 'RETURN_N must be a positive integer' },
    ])
  })
})

describe('metrics', () => {
  test('of one invocation with the same dimensions are one line, when it ends', async () => {
    const telemetry = createTelemetry('search-tool', onLambda)
    await telemetry.during(of('req-1'), async () => {
      telemetry.measure('ViewBytes', 812)
      telemetry.measure('ConsumedCapacity', 1, { table: 'LEDGER' })
      telemetry.measure('TruncatedViews', 0)
      telemetry.measure('ConsumedCapacity', 3.5, { table: 'LEDGER' })
      await turn()
      expect(output.text()).toBe('')
    })
    const emf = (dimensions: string[], metrics: object[]) => ({
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [{ Namespace: 'EvidenceChain', Dimensions: [dimensions], Metrics: metrics }],
    })
    expect(output.emf()).toEqual([
      {
        _aws: emf(
          ['service'],
          [
            { Name: 'ViewBytes', Unit: 'Bytes' },
            { Name: 'TruncatedViews', Unit: 'Count' },
          ],
        ),
        service: 'search-tool',
        ViewBytes: 812,
        TruncatedViews: 0,
      },
      {
        _aws: emf(['service', 'table'], [{ Name: 'ConsumedCapacity', Unit: 'Count' }]),
        service: 'search-tool',
        table: 'LEDGER',
        ConsumedCapacity: [1, 3.5],
      },
    ])
  })

  test('of an invocation that fails go out, too', async () => {
    const telemetry = createTelemetry('search-tool', onLambda)
    const failing = telemetry.during(of('req-1'), async () => {
      telemetry.measure('AuditWriteFailures', 1)
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(output.emf()).toMatchObject([{ AuditWriteFailures: 1 }])
  })

  test('outside of an invocation, or behind its end, go out at once', async () => {
    const telemetry = createTelemetry('search-tool', onLambda)
    telemetry.measure('SettingsRefreshFailures', 1)
    let late = () => {}
    await telemetry.during(of('req-1'), async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const behind = promise.then(() => telemetry.measure('ViewBytes', 1))
      late = resolve
      return [behind]
    })
    late()
    await turn()
    expect(output.emf()).toMatchObject([{ SettingsRefreshFailures: 1 }, { ViewBytes: 1 }])
  })

  test('of invocations that interleave do not mix, and are not lost', async () => {
    const telemetry = createTelemetry('search-tool', onLambda)
    await Promise.all(
      [1, 2, 3].map((n) =>
        telemetry.during(of(`req-${n}`), async () => {
          telemetry.measure('ViewBytes', n)
          await turn()
          telemetry.measure('ViewBytes', n)
        }),
      ),
    )
    expect(output.emf().map(({ ViewBytes }) => ViewBytes)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  test('more than one line can hold keep their dimensions', async () => {
    const telemetry = createTelemetry('search-tool', onLambda)
    await telemetry.during(of('req-1'), async () => {
      for (let i = 0; i < 250; i += 1) telemetry.measure('ConsumedCapacity', 1, { table: 'DOCUMENTS' })
    })
    const lines = output.emf()
    expect(lines.flatMap(({ ConsumedCapacity }) => ConsumedCapacity)).toHaveLength(250)
    for (const line of lines) expect(line.table).toBe('DOCUMENTS')
  })

  test('are under the namespace of the stage', () => {
    const environment = { ...onLambda, POWERTOOLS_METRICS_NAMESPACE: 'EvidenceChain/prod' }
    createTelemetry('search-tool', environment).measure('ViewBytes', 1)
    expect(output.emf()[0]?._aws.CloudWatchMetrics[0]?.Namespace).toBe('EvidenceChain/prod')
  })

  test('are for CloudWatch: elsewhere none is written', () => {
    createTelemetry('search-tool', {}).measure('ViewBytes', 1)
    expect(output.text()).toBe('')
  })

  test('that are in no table, or lack a dimension or have another one, do not compile', () => {
    const { measure } = createTelemetry('search-tool', {})
    // @ts-expect-error no such metric
    measure('Clicks', 1)
    // @ts-expect-error an outcome is missing
    measure('Lookups', 1)
    // @ts-expect-error no such outcome
    measure('Lookups', 1, { outcome: 'PERHAPS' })
    // @ts-expect-error one of two dimensions is missing
    measure('KnowledgeLatency', 1, { operation: 'search' })
    // @ts-expect-error it has no dimensions
    measure('ViewBytes', 1, { table: 'LEDGER' })
    expect(output.text()).toBe('')
  })
})

test('a call to another service goes to the daemon under the trace of its own invocation', async () => {
  const daemon = await startDaemon()
  const telemetry = createTelemetry('search-tool', { AWS_XRAY_DAEMON_ADDRESS: daemon.address })
  const header = (n: number) => `Root=1-5759e988-bd862e3fe1be46a99427279${n};Parent=53995c3f42cd8ad8;Sampled=1`
  const call = { name: 'py-rag', startedAt: 1, endedAt: 2, method: 'POST', url: 'https://rag.example/', status: 200 }
  const trace = (n: number) =>
    telemetry.during(of(`req-${n}`, header(n)), async () => {
      await turn()
      telemetry.trace({ ...call, annotations: { n } })
    })
  await Promise.all([trace(1), trace(2)])
  telemetry.trace({ ...call, annotations: { n: 0 } })
  await expect.poll(() => daemon.datagrams.length, { timeout: 20_000 }).toBe(2)
  for (const { trace_id, annotations } of daemon.documents()) expect(trace_id).toMatch(new RegExp(`${annotations.n}$`))
  await daemon.stop()
})
