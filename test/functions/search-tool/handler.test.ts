// The function as it is wired: its environment in, events in, answers out, with a service and tables that are real to it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { create as createGuard } from '../../../functions/evidence-guard/handler.ts'
import { create as createReader } from '../../../functions/run-reader/handler.ts'
import { create } from '../../../functions/search-tool/handler.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { createDynamoMarks } from '../../../lib/documents/dynamo-marks.ts'
import { httpEvent, lambdaContext, replyOf } from '../../lib/lambda/events.ts'
import { freshId, makeTable } from '../../lib/ledger/test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const hitOf = (document_id: string, quality_score: number) => ({
  evidence_key: `${document_id}#chunk-1`,
  document_id,
  source: 'gateway-md',
  title: 'Gateway',
  breadcrumb: 'Gateway > Steps',
  excerpt: `Text of ${document_id}.`,
  quality_score,
})

/** The same two chunks as a knowledge base of Bedrock gives them. */
const resultOf = (document_id: string, score: number) => ({
  content: { type: 'TEXT', text: `Text of ${document_id}.` },
  location: { type: 'S3', s3Location: { uri: `s3://runbooks/${document_id}.md` } },
  score,
  metadata: { document_id, 'x-amz-bedrock-kb-chunk-id': `chunk-of-${document_id}` },
})

let service: Server
let environment: Record<string, string> = {}
const asked: { url: string | undefined; id: string | string[] | undefined }[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push({ url: request.url, id: request.headers['x-request-id'] })
    request.resume().on('end', () => {
      if (request.url?.endsWith('/retrieve')) {
        response.writeHead(200, { 'content-type': 'application/json', 'x-amzn-requestid': 'aws-9' })
        return response.end(JSON.stringify({ retrievalResults: [resultOf('gone', 0.9), resultOf('kept', 0.6)] }))
      }
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'service-9' })
      return response.end(
        JSON.stringify({ hits: [hitOf('gone', 0.9), hitOf('kept', 0.6)], evidence_status: 'supported' }),
      )
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const documents = freshId('documents')
  const client = createDocumentClient(endpoint)
  await createTable(client, documents, documentsTable)
  await createDynamoMarks(client, documents).withdraw('gone', Date.now())
  environment = {
    PYRAG_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    LEDGER_TABLE: await makeTable(endpoint),
    DOCUMENTS_TABLE: documents,
  }
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      service.close(() => resolve())
      service.closeAllConnections()
    }),
)

test('a lookup, a verified draft and the run go through the three functions and one table', async () => {
  const over = { pathParameters: { run_id: freshId('run') }, headers: { 'x-request-id': 'req-1' } }
  const lookup = httpEvent('lookupKnowledge', { ...over, body: { tool_call_id: 'c1', query: 'why' } })
  const { json } = await replyOf(create(environment)(lookup, lambdaContext()))
  expect(json.result.evidence).toMatchObject([{ document_id: 'kept#chunk-1', excerpt: 'Text of kept.' }])
  expect(json.result.relevance_level).toBe('REFERENCE')
  expect(asked).toEqual([{ url: '/api/v1/search', id: 'req-1' }])

  const draft = {
    analysis: [
      { id: 'a1', kind: 'NORMAL', text: 'It is.', tool_call_ids: ['c1'], document_ids: ['kept#chunk-1'], quotes: [] },
    ],
    conclusion: null,
    action_plan: [],
    limitations: ['One document.'],
  }
  const checked = await replyOf(
    createGuard(environment)(httpEvent('checkEvidence', { ...over, body: draft }), lambdaContext()),
  )
  expect(checked.json.verdict).toBe('PASS')

  const run = await replyOf(createReader(environment)(httpEvent('readRun', over), lambdaContext()))
  expect(run.json.invocations).toMatchObject([
    { tool_call_id: 'c1', status: 'READY', result: json.result, audit: [{ withdrawn: 1, request_id: 'req-1' }] },
  ])
})

afterEach(() => void vi.unstubAllEnvs())

test('the chain does not notice which engine answers: a knowledge base of Bedrock in the place of py-rag', async () => {
  const { PYRAG_BASE_URL: url = '', ...others } = environment
  vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME', url)
  const withBase = { ...others, KNOWLEDGE_ENGINE: 'bedrock-kb', BEDROCK_KNOWLEDGE_BASE_ID: 'KB01234567' }
  const over = { pathParameters: { run_id: freshId('run') } }
  const lookup = httpEvent('lookupKnowledge', { ...over, body: { tool_call_id: 'c1', query: 'why' } })
  const { json } = await replyOf(create(withBase)(lookup, lambdaContext()))
  const cited = 'kept#chunk-chunk-of-kept'
  expect(json.result.evidence).toEqual([
    { document_id: cited, source: 'kept.md', title: null, breadcrumb: null, excerpt: 'Text of kept.' },
  ])
  expect(json.result.relevance_level).toBe('REFERENCE')
  expect(asked.at(-1)?.url).toBe('/knowledgebases/KB01234567/retrieve')

  const quotes = [{ document_id: cited, text: 'Text of kept.' }]
  const draft = {
    analysis: [{ id: 'a1', kind: 'NORMAL', text: 'It is.', tool_call_ids: ['c1'], document_ids: [cited], quotes }],
    conclusion: null,
    action_plan: [],
    limitations: ['One document.'],
  }
  const checked = await replyOf(
    createGuard(withBase)(httpEvent('checkEvidence', { ...over, body: draft }), lambdaContext()),
  )
  expect(checked.json.verdict).toBe('PASS')
})

test('search-tool does not start with an engine that is not all there, and says which variable it is', () => {
  expect(() => create({ ...environment, KNOWLEDGE_ENGINE: 'bedrock-kb' })).toThrow('BEDROCK_KNOWLEDGE_BASE_ID')
  expect(() => create({ ...environment, PYRAG_BASE_URL: '' })).toThrow('PYRAG_BASE_URL')
})

test.each([
  ['search-tool', create],
  ['evidence-guard', createGuard],
  ['run-reader', createReader],
])(
  '%s does not start without its table, or with a budget that is no number, and says which variable it is',
  (_, start) => {
    expect(() => start({ ...environment, LEDGER_TABLE: '' })).toThrow('LEDGER_TABLE')
    expect(() => start({ ...environment, RUN_TOOL_CALL_BUDGET: '0' })).toThrow('RUN_TOOL_CALL_BUDGET')
  },
)
