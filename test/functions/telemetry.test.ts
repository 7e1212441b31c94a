// What the functions print when they are really called: known lines about known ids, metrics of the table, and never a word of
// evidence, documents, drafts or (at INFO) queries, whatever goes wrong; but for what the knowledge service says in its own message.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { create as createGuard } from '../../functions/evidence-guard/handler.ts'
import { create as createIngest } from '../../functions/ingest-proxy/handler.ts'
import { create as createPublish } from '../../functions/publish/handler.ts'
import { create as createSearch } from '../../functions/search-tool/handler.ts'
import { createTable } from '../../infra/local/create-table.ts'
import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { logCodes } from '../../lib/contract/log-codes.ts'
import { functionDimension, metrics, metricsNamespace } from '../../lib/contract/metrics.ts'
import type { RouteName } from '../../lib/contract/routes.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'
import { documentsTable } from '../../lib/documents/documents-table.ts'
import type { LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { openDiagnosisLedger } from '../../lib/ledger/open-ledger.ts'
import { captureOutput, type EmfLine } from '../lib/lambda/captured-output.ts'
import { httpEvent, lambdaContext } from '../lib/lambda/events.ts'
import { freshId, makeTable } from '../lib/ledger/test-ledger.ts'
import { reviewOf } from './publish/diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const client = createDocumentClient(endpoint)
const folder = mkdtempSync(join(tmpdir(), 'telemetry-'))
const working: RequestListener = (_, response) => response.end()
let behaviour = working
const service = createServer((request, response) => {
  request.resume().on('end', () => behaviour(request, response))
})
let environment: Record<string, string> = {}
let output: ReturnType<typeof captureOutput> | undefined

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const documents = freshId('documents')
  await createTable(client, documents, documentsTable)
  environment = {
    AWS_LAMBDA_FUNCTION_NAME: 'evidence-chain',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    PYRAG_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    LEDGER_TABLE: await makeTable(endpoint),
    DOCUMENTS_TABLE: documents,
    ORIGINALS_URL: pathToFileURL(join(folder, 'originals')).href,
    INGEST_QUEUE_URL: pathToFileURL(join(folder, 'queue')).href,
  }
})
afterEach(() => {
  output?.release()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await new Promise<void>((resolve) => {
    service.close(() => resolve())
    service.closeAllConnections()
  })
  client.destroy()
  rmSync(folder, { recursive: true })
})

const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'svc-1' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const errorOf = (message: string) => ({ error: { code: 'E_X', message, request_id: 'svc-1' } })

/** Texts that nobody may find in the output. */
type Words = { readonly query: string; readonly evidence: string; readonly draft: string; readonly file: string }

/** The four functions, made while the output is captured, and a run of their own. */
function open(level: 'INFO' | 'DEBUG') {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', level)
  output = captureOutput()
  const captured = output
  const runId = freshId('run')
  const over = { pathParameters: { run_id: runId }, headers: { 'x-request-id': 'req-1' } }
  const call =
    (handler: LambdaHandler) =>
    (route: RouteName, body: unknown, more: object = {}) =>
      handler(httpEvent(route, { ...over, body, ...more }), lambdaContext())
  const publish = createPublish(environment)
  const ingest = createIngest(environment)
  return {
    output: captured,
    runId,
    search: call(createSearch(environment)),
    guard: call(createGuard(environment)),
    publish: (input: object) =>
      publish({ caller: 'alice', run_id: runId, request_id: 'req-1', ...input }, lambdaContext()).catch(() => null),
    upload: (filename: string, content: string) => {
      const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n${content}\r\n--b--\r\n`
      const headers = { ...over.headers, 'content-type': 'multipart/form-data; boundary=b' }
      const body = Buffer.from(part).toString('base64')
      return call(ingest)('uploadBusinessDocument', body, { headers, isBase64Encoded: true })
    },
    message: (body: string) =>
      ingest(
        { Records: [{ eventSource: 'aws:sqs', messageId: 'm1', body, attributes: { ApproximateReceiveCount: '1' } }] },
        lambdaContext(),
      ),
    sweep: () => ingest({ source: 'aws.events', 'detail-type': 'Scheduled Event' }, lambdaContext()),
  }
}

const hitOf = ({ evidence }: Words) => ({
  evidence_key: 'gateway-md-1a2b3c4d#chunk-1',
  document_id: 'gateway-md-1a2b3c4d',
  source: 'gateway-md',
  title: evidence,
  breadcrumb: evidence,
  excerpt: `${evidence}.`,
  quality_score: 0.9,
})
const draftOf = ({ evidence, draft }: Words, quote = evidence) => ({
  analysis: [
    {
      id: 'a1',
      kind: 'NORMAL',
      text: draft,
      tool_call_ids: ['c1'],
      document_ids: ['gateway-md-1a2b3c4d#chunk-1'],
      quotes: [{ document_id: 'gateway-md-1a2b3c4d#chunk-1', text: quote }],
    },
  ],
  conclusion: { text: draft, based_on_analysis_ids: ['a1'] },
  action_plan: [],
  limitations: [draft],
})

/** A diagnosis from the first lookup to the report, and everything that may go wrong on the way. */
async function liveThrough(level: 'INFO' | 'DEBUG', words: Words) {
  const { query, evidence, draft, file } = words
  const { search, guard, publish, upload, message, sweep, output: captured, runId } = open(level)
  const settings = {
    LEDGER_TABLE: String(environment.LEDGER_TABLE),
    LEDGER_TTL_SECONDS: 3600,
    AUDIT_TTL_SECONDS: 3600,
    RUN_TOOL_CALL_BUDGET: 8,
    RUN_NO_GAIN_LIMIT: 8,
  }
  const runs = openDiagnosisLedger(settings, client)
  const access = { runId, owner: 'alice', deadline: Date.now() + 20_000 }
  await runs.open(access, query, 900)

  behaviour = json({ hits: [hitOf(words)], evidence_status: 'supported' })
  await search('lookupKnowledge', { tool_call_id: 'c1', query })
  await search('lookupKnowledge', { tool_call_id: 'c1', query })
  await search('lookupKnowledge', { tool_call_id: 'c1', query: `${query} otherwise` })
  await search('lookupKnowledge', `{"query": "${query}", oops`)
  behaviour = json(errorOf(`cannot search for ${query}: ${evidence}`), 400)
  await search('lookupKnowledge', { tool_call_id: 'c2', query })
  behaviour = json(`{"hits": [{"excerpt": "${evidence}"}, ${query}`)
  await search('lookupKnowledge', { tool_call_id: 'c3', query })
  behaviour = json({ [query]: evidence, hits: [{ [evidence]: query }] })
  await search('lookupKnowledge', { tool_call_id: 'c4', query })

  await guard('checkEvidence', draftOf(words))
  await guard('checkEvidence', draftOf(words, `${evidence} not there`))
  await guard('checkEvidence', `{"analysis": "${draft}`)
  await guard('checkEvidence', { ...draftOf(words), [draft]: draft })

  const turn: TurnItem = {
    n: 1,
    kind: 'search',
    model: 'scripted',
    messages: [{ role: 'user', text: query }],
    stop: 'tool_calls',
    next: 'DRAFT',
    lookups: [],
    refused: [],
    draft: draftOf(words),
    fallback_cause: null,
    created_at: '2026-01-01T00:00:00.000Z',
  }
  await runs.putTurn(access, turn)
  await publish({ outcome: 'PUBLISHED', draft_turn: 1 })
  await runs.putReview(access, 1, reviewOf('SUPPORTED'))
  await publish({ outcome: 'PUBLISHED', draft_turn: 1 })

  behaviour = json({ doc_id: 'runbook-md-1a2b3c4d', chunk_count: 1, unchanged: false })
  await upload('runbook.md', file)
  behaviour = json(errorOf(`no such thing: ${file}`), 422)
  await upload('refused.md', `${file} refused`)
  behaviour = json(errorOf(`away: ${file}`), 503)
  await upload('deferred.md', `${file} deferred`)
  await message(`{"document_ref": "${file}`)
  await message(file)
  await message(JSON.stringify({ document_ref: file }))
  await sweep()
  return captured
}

/** Words that no id, code or path holds by accident, with and without what log filters may trip over. */
const words = fc
  .tuple(
    fc.stringMatching(/^[a-z]{8}$/),
    fc.constantFrom(
      (w: string) => w,
      (w: string) => `${w} 数据库 ${w}`,
      (w: string) => `${w}\n    at ${w}`,
      (w: string) => `«${w}»`,
    ),
  )
  .map(([word, form]): Words & { word: string } => ({
    word,
    query: form(`qqx${word}`),
    evidence: form(`eex${word}`),
    draft: form(`ddx${word}`),
    file: form(`ffx${word}`),
  }))

/** The service's own message is in the log (spec 01, "Errors"), and what it echoes there is its own doing. */
const butServiceMessages = (lines: readonly unknown[]) =>
  JSON.stringify(lines, (key, value: unknown) => (key === 'serviceMessage' ? undefined : value))

test('at INFO no line holds a word of query, evidence, draft or document of ours, and each has its code and its request', async () => {
  await fc.assert(
    fc.asyncProperty(words, async (given) => {
      const { logs, emf, release } = await liveThrough('INFO', given)
      expect(butServiceMessages([...logs(), ...emf()])).not.toContain(given.word)
      for (const line of logs()) {
        expect(Object.keys(logCodes)).toContain(line.event)
        expect(line.request_id).toMatch(/^(req-1|aws-request-1)$/)
      }
      release()
    }),
    { numRuns: 4 },
  )
})

describe('a run that was lived through once', () => {
  const given: Words = { query: 'qqx words', evidence: 'eex words', draft: 'ddx words', file: 'ffx words' }
  let lines: Readonly<Record<string, unknown>>[] = []
  let emf: EmfLine[] = []
  let runId: unknown
  beforeAll(async () => {
    const captured = await liveThrough('DEBUG', given)
    lines = captured.logs()
    emf = captured.emf()
    runId = lines.find(({ event }) => event === 'LOOKUP')?.run_id
    captured.release()
  })
  const events = (service: string) =>
    new Set(lines.filter((line) => line.service === service).map(({ event }) => event))

  test('left the lines that each function has for it', () => {
    expect(events('search-tool')).toEqual(
      new Set(['ANSWERED', 'LOOKUP', 'LOOKUP_QUERY', 'KNOWLEDGE_CALL', 'REFUSED', 'FAULT']),
    )
    expect(events('evidence-guard')).toEqual(new Set(['ANSWERED', 'DRAFT_CHECKED', 'REFUSED']))
    expect(events('publish')).toEqual(new Set(['ANSWERED', 'REPORT_WRITTEN', 'FAULT']))
    expect(events('ingest-proxy')).toEqual(
      new Set(['ANSWERED', 'KNOWLEDGE_CALL', 'REFUSED', 'INGEST_REFUSED', 'INGEST_DEFERRED', 'FAULT']),
    )
  })

  test('the service’s own code and message are in the log of each call that it refused or failed (spec 01)', () => {
    const said = lines.flatMap(({ event, context }) =>
      JSON.stringify(context ?? null).includes('E_X') ? [[event, context]] : [],
    )
    expect(said).toEqual([
      [
        'FAULT',
        expect.objectContaining({ serviceCode: 'E_X', serviceMessage: 'cannot search for qqx words: eex words' }),
      ],
      ['INGEST_REFUSED', expect.objectContaining({ serviceCode: 'E_X', serviceMessage: 'no such thing: ffx words' })],
      ['REFUSED', expect.objectContaining({ serviceCode: 'E_X', serviceMessage: 'no such thing: ffx words' })],
      ['INGEST_DEFERRED', expect.objectContaining({ serviceCode: 'E_X', serviceMessage: 'away: ffx words' })],
    ])
  })

  test('each line of a run says which run, and each line of a lookup which call', () => {
    const ofRuns = lines.filter(({ service, event }) => service !== 'ingest-proxy' && event !== undefined)
    for (const line of ofRuns) expect(line).toMatchObject({ run_id: runId, request_id: 'req-1' })
    const calls = lines.filter(
      ({ event }) => event === 'KNOWLEDGE_CALL' || event === 'LOOKUP_QUERY' || event === 'LOOKUP',
    )
    const ofSearch = calls.filter(({ service }) => service === 'search-tool')
    expect(new Set(ofSearch.map((line) => line.tool_call_id))).toEqual(new Set(['c1', 'c2', 'c3', 'c4']))
  })

  test('at DEBUG the words of the query are in its own line alone, and those of evidence, draft and document nowhere', () => {
    expect(butServiceMessages(lines)).not.toMatch(/eex|ddx|ffx/)
    expect(
      new Set(lines.filter((line) => butServiceMessages([line]).includes('qqx')).map(({ event }) => event)),
    ).toEqual(new Set(['LOOKUP_QUERY']))
  })

  test('its metrics are those of the table, with its units, dimensions and values, and the function that the table names', () => {
    expect(emf.length).toBeGreaterThan(20)
    for (const { _aws, ...members } of emf) {
      expect(_aws.CloudWatchMetrics).toHaveLength(1)
      for (const { Namespace, Dimensions, Metrics } of _aws.CloudWatchMetrics) {
        expect(Namespace).toBe(metricsNamespace)
        for (const { Name, Unit } of Metrics) {
          const row = metrics[Name as keyof typeof metrics]
          expect(Unit).toBe(row.unit)
          expect(Dimensions).toEqual([[functionDimension, ...Object.keys(row.dimensions)]])
          expect(row.functions).toContain(members[functionDimension])
          for (const [dimension, values] of Object.entries(row.dimensions)) expect(values).toContain(members[dimension])
          for (const value of [members[Name]].flat()) expect(value).toEqual(expect.any(Number))
        }
        const names = Metrics.map(({ Name }) => Name)
        expect(Object.keys(members).sort()).toEqual([...Dimensions.flat(), ...names].sort())
      }
    }
  })

  test('an invocation writes one line for all of its metrics that have the same dimensions', () => {
    const lookup = emf.find((line) => line.ViewBytes !== undefined)
    expect(lookup?._aws.CloudWatchMetrics[0]?.Metrics.map(({ Name }) => Name)).toEqual(['ViewBytes', 'TruncatedViews'])
    const capacity = emf.filter((line) => line.service === 'search-tool' && line.table === 'LEDGER')
    // Reserve, put, audit and fill of a lookup are one line.
    expect(
      Math.max(...capacity.map(({ ConsumedCapacity }) => [ConsumedCapacity].flat().length)),
    ).toBeGreaterThanOrEqual(4)
  })

  test.each([
    'Lookups',
    'ViewBytes',
    'TruncatedViews',
    'Grades',
    'GuardVerdicts',
    'GuardViolations',
    'Reports',
    'DeferredIngests',
    'OldestPendingAge',
    'KnowledgeLatency',
    'ConsumedCapacity',
  ])('%s was measured', (name) => {
    expect(emf.some((line) => name in line)).toBe(true)
  })
})
