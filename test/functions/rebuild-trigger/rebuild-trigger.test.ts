import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { create } from '../../../functions/rebuild-trigger/handler.ts'
import { createReadHealth, type HealthPorts } from '../../../functions/rebuild-trigger/read-health.ts'
import { createReadTask, createRebuild } from '../../../functions/rebuild-trigger/rebuild.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { systemHealth } from '../../../lib/contract/document.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import type { Call } from '../../../lib/lambda/call.ts'
import { ledgerTable } from '../../../lib/ledger/ledger-table.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

const callOf = (parts: Partial<Call> = {}): Call => ({
  kind: 'http',
  params: {},
  query: {},
  contentType: 'application/json',
  owner: 'local',
  requestId: 'request-1',
  deadline: Date.now() + 20_000,
  json: () => ({}),
  bytes: () => Buffer.from('{}'),
  ...parts,
})

describe('a rebuild', () => {
  const started: unknown[] = []
  const rebuild = createRebuild({
    rebuild: async (call) => {
      started.push(call)
      return { task_id: 'task-1', more: 'than the contract' }
    },
  })

  it('starts when it is confirmed', async () => {
    const call = callOf({ json: () => ({ confirm: 'REBUILD' }) })
    expect(await rebuild(call)).toEqual({ status: 202, body: { task_id: 'task-1' } })
    expect(started.splice(0)).toEqual([{ requestId: 'request-1', deadline: call.deadline }])
  })

  it('starts by direct invocation too', async () => {
    const bytes = () => {
      throw new Fault('E_VALIDATION')
    }
    const answer = await rebuild(callOf({ kind: 'direct', json: () => ({ confirm: 'REBUILD' }), bytes }))
    expect(answer.body).toEqual({ task_id: 'task-1' })
    started.length = 0
  })

  it.each([{}, { confirm: 'rebuild' }, { confirm: 'REBUILD ' }, { confirm: true }, { confirm: null }])(
    'does not start for %j',
    async (body) => {
      await expect(rebuild(callOf({ json: () => body }))).rejects.toMatchObject({ code: 'E_CONFIRM_REQUIRED' })
      expect(started).toEqual([])
    },
  )

  it('does not start for nothing at all', async () => {
    await expect(rebuild(callOf({ bytes: () => new Uint8Array() }))).rejects.toMatchObject({
      code: 'E_CONFIRM_REQUIRED',
    })
  })

  it.each([[], 'REBUILD', null])('is not asked for by %j', async (body) => {
    await expect(rebuild(callOf({ json: () => body }))).rejects.toMatchObject({ code: 'E_VALIDATION' })
  })

  it('says so when one is running', async () => {
    const running = createRebuild({ rebuild: () => Promise.reject(new Fault('E_REBUILD_IN_PROGRESS')) })
    await expect(running(callOf({ json: () => ({ confirm: 'REBUILD' }) }))).rejects.toMatchObject({ status: 409 })
  })
})

describe('a task', () => {
  const task = {
    task_id: 'task-1',
    state: 'running' as const,
    processed: 3,
    total: 7,
    started_at: '2026-01-01T00:00:00Z',
    finished_at: null,
    error: null,
  }

  it('is shown as the service tells it', async () => {
    const read = createReadTask({ task: async (id) => ({ ...task, task_id: id }) })
    expect(await read(callOf({ params: { task_id: 'task-1' } }))).toEqual({ status: 200, body: task })
  })

  it('is not there when the service does not know it', async () => {
    const read = createReadTask({ task: () => Promise.reject(new Fault('E_NOT_FOUND')) })
    await expect(read(callOf({ params: { task_id: 'x' } }))).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
    await expect(read(callOf({ params: { task_id: '' } }))).rejects.toMatchObject({ code: 'E_VALIDATION' })
  })
})

describe('health', () => {
  const probes = { milvus: { ok: true, latency_ms: 3 } }
  const fine: HealthPorts = {
    knowledge: { health: async () => ({ status: 'ok', probes }) },
    ledger: async () => {},
    documents: async () => {},
    originals: async () => {},
    now: () => Date.now(),
    telemetry: { log: () => {} },
  }
  const read = (changes: Partial<HealthPorts> = {}) => createReadHealth({ ...fine, ...changes })(callOf())
  const broken = () => Promise.reject(new Fault('E_LEDGER_UNAVAILABLE'))

  it('is ok when everything answers', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    const probe = { ok: true, latency_ms: expect.any(Number) }
    expect(systemHealth.parse(body)).toEqual({
      status: 'ok',
      knowledge: { status: 'ok', probes },
      ledger: probe,
      documents: probe,
      originals: probe,
    })
  })

  it.each(['degraded', 'down'] as const)('is degraded, with 200, when the service is %s', async (status) => {
    const answer = await read({ knowledge: { health: async () => ({ status, probes }) } })
    expect(answer).toMatchObject({ status: 200, body: { status: 'degraded', knowledge: { status, probes } } })
  })

  it('is degraded, with 200, when the service cannot be reached', async () => {
    const health = () => Promise.reject(new Fault('E_KNOWLEDGE_UNAVAILABLE'))
    const answer = await read({ knowledge: { health } })
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'degraded', knowledge: { status: 'down', probes: {} }, ledger: { ok: true } },
    })
  })

  it.each(['knowledge', 'ledger', 'documents', 'originals'] as const)(
    'says in the log why %s does not work, and in no answer',
    async (part) => {
      const { telemetry, lines } = recordedTelemetry()
      const context = { serviceCode: 'E_UNAUTHORIZED', serviceMessage: 'that token is not known' }
      const fails = () => Promise.reject(new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context }))
      const answer = await read({ telemetry, [part]: part === 'knowledge' ? { health: fails } : fails })
      expect(lines).toEqual([
        { level: 'warn', code: 'PART_DOWN', fields: { part, code: 'E_KNOWLEDGE_BAD_RESPONSE', context } },
      ])
      expect(JSON.stringify(answer)).not.toMatch(/E_UNAUTHORIZED|token/)
    },
  )

  it.each(['ledger', 'documents', 'originals'] as const)('is down, with 503, when %s does not work', async (part) => {
    const answer = await read({ [part]: broken })
    expect(answer).toMatchObject({ status: 503, body: { status: 'down', [part]: { ok: false } } })
    const others = ['ledger', 'documents', 'originals'].filter((p) => p !== part)
    for (const other of others) expect(answer.body).toMatchObject({ [other]: { ok: true } })
  })

  it('gives the service all the time of the call: its client has limits of its own', async () => {
    const deadlines: number[] = []
    const health: HealthPorts['knowledge']['health'] = async ({ deadline }) => {
      deadlines.push(deadline)
      return { status: 'ok', probes }
    }
    await createReadHealth({ ...fine, knowledge: { health } })(callOf({ deadline: 123 }))
    expect(deadlines).toEqual([123])
  })

  it('does not wait for ever for a part that hangs', async () => {
    vi.useFakeTimers()
    const answer = read({ documents: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(4001)
    expect(await answer).toMatchObject({ status: 503, body: { documents: { ok: false, latency_ms: 4000 } } })
    vi.useRealTimers()
  })
})

describe('the function rebuild-trigger', () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'))
  const tables = { ledger: `ledger-${randomUUID()}`, documents: `documents-${randomUUID()}` }
  let answerAfterMs = 0
  const service = createServer((_, response) =>
    setTimeout(() => response.end(JSON.stringify({ status: 'ok', probes: {} })), answerAfterMs),
  )
  const client = createDocumentClient(inject('databases')[0]?.endpoint)
  let environment: Record<string, string> = {}
  beforeAll(async () => {
    await createTable(client, tables.ledger, ledgerTable)
    await createTable(client, tables.documents, documentsTable)
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    environment = {
      PYRAG_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      LEDGER_TABLE: tables.ledger,
      DOCUMENTS_TABLE: tables.documents,
      ORIGINALS_URL: pathToFileURL(folder).href,
    }
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', inject('databases')[0]?.endpoint ?? '')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    client.destroy()
    service.close()
    service.closeAllConnections()
    rmSync(folder, { recursive: true })
  })
  const health = async (changes: Record<string, string> = {}, remainingMs = 20_000) => {
    const event = {
      version: '2.0',
      routeKey: 'GET /api/knowledge/health',
      headers: {},
      requestContext: {
        http: { method: 'GET', path: '/api/knowledge/health' },
        authorizer: { lambda: { principal: 'local' } },
      },
      isBase64Encoded: false,
    }
    const handler = create({ ...environment, ...changes })
    const reply = await handler(event, { awsRequestId: 'r', getRemainingTimeInMillis: () => remainingMs })
    const { statusCode, body } = reply as { statusCode: number; body: string }
    return { statusCode, body: JSON.parse(body) }
  }

  it('probes its real parts', async () => {
    expect(await health()).toMatchObject({ statusCode: 200, body: { status: 'ok', ledger: { ok: true } } })
  })

  it('waits for a slow service as long as spec 01 says (10,000 ms), and no longer than PYRAG_DEFAULT_TIMEOUT_MS', async () => {
    answerAfterMs = 5000
    const [patient, impatient, hurried] = await Promise.all([
      health(),
      health({ PYRAG_DEFAULT_TIMEOUT_MS: '300' }),
      health({ PYRAG_DEFAULT_TIMEOUT_MS: '60000' }, 2000),
    ]).finally(() => {
      answerAfterMs = 0
    })
    expect(patient).toMatchObject({ statusCode: 200, body: { status: 'ok', knowledge: { status: 'ok' } } })
    for (const down of [impatient, hurried]) {
      expect(down).toMatchObject({ statusCode: 200, body: { status: 'degraded', knowledge: { status: 'down' } } })
    }
  }, 15_000)

  it('finds a table that is not there', async () => {
    expect(await health({ LEDGER_TABLE: 'nowhere' })).toMatchObject({
      statusCode: 503,
      body: { status: 'down', ledger: { ok: false }, documents: { ok: true } },
    })
  })

  it('finds a folder that cannot be one', async () => {
    writeFileSync(join(folder, 'file'), '')
    const ORIGINALS_URL = pathToFileURL(join(folder, 'file')).href
    expect(await health({ ORIGINALS_URL })).toMatchObject({ statusCode: 503, body: { originals: { ok: false } } })
  })
})
