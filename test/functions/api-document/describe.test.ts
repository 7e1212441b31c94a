// Spec 08: one route table feeds the OpenAPI 3.1 document. The routes below are the table's, written out by hand.
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../../functions/api-document/describe.ts'
import { create } from '../../../functions/api-document/handler.ts'
import { faults } from '../../../lib/contract/faults.ts'
import { httpEvent, lambdaContext, replyOf } from '../../lib/lambda/events.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  enum?: string[]
}
type Content = { content: Record<string, { schema: Schema & { $ref?: string } }> }
type Described = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { required: boolean } & Content
  responses: Record<string, { description: string } & Content>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Described>>
  components: { schemas: { Error: Schema }; securitySchemes: Record<string, unknown> }
  security: Record<string, unknown>[]
}

/** As it goes out: JSON. */
const document: Document = JSON.parse(JSON.stringify(describeApi()))

const knowledge = [502, 503, 504]
/** Route, answers, and the statuses of errors beside 401, 404, 429 and 500, which any route may give. */
const table: [string, number[], number[]][] = [
  ['POST /api/runs/{run_id}/tools/lookup_knowledge', [200], [400, 403, 409, ...knowledge]],
  ['POST /api/runs/{run_id}/tool-invocations', [200], [400, 403, 409, 503]],
  ['POST /api/runs/{run_id}/evidence-guard', [200], [400, 403, 413, 503]],
  ['GET /api/runs/{run_id}', [200], [400, 403, 503]],
  ['POST /api/documents/upload', [200, 201, 202], [400, 413, 415, 422, 503]],
  ['POST /api/upload', [200], [400, 413, 415, 503]],
  ['POST /api/documents/uploads', [201], [400, 415, 503]],
  ['GET /api/documents', [200], [400, 503]],
  ['GET /api/documents/{document_id}', [200], [400, 503]],
  ['DELETE /api/documents/{document_id}', [200], [400, 503]],
  ['POST /api/knowledge/rebuild', [202], [400, 409, ...knowledge]],
  ['GET /api/knowledge/tasks/{task_id}', [200], [400, ...knowledge]],
  ['GET /api/knowledge/health', [200, 503], []],
  ['GET /api/openapi.json', [200], []],
]

function operationOf(route: string): Described {
  const [method = '', path = ''] = route.split(' ')
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${route} is not described`)
  return operation
}

const isSubset = (part: readonly string[], whole: readonly string[]) => part.every((p) => whole.includes(p))

test('the document says that it is OpenAPI 3.1, and that every route is signed', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: 'evidence-chain', version: expect.any(String) })
  for (const scheme of document.security.flatMap(Object.keys))
    expect(document.components.securitySchemes).toHaveProperty(scheme)
  expect(document.security.length).toBeGreaterThan(0)
})

test('a reader who came with a token is told of tokens: an API knows one way in', async () => {
  const authorizer = { jwt: { claims: { iss: 'https://issuer.example.com', sub: 'ann' } } }
  const reply = await replyOf(create({})(httpEvent('describeApi', { authorizer }), lambdaContext()))
  expect(reply.json).toMatchObject({
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
  expect(reply.json).toMatchObject({ paths: document.paths })
  const iam = { iam: { accountId: '123456789012', userArn: 'arn:aws:iam::123456789012:user/ann' } }
  expect((await replyOf(create({})(httpEvent('describeApi', { authorizer: iam }), lambdaContext()))).json).toEqual(
    document,
  )
})

test('each operation has an id of its own', () => {
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((o) => o.operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(table.length)
})

describe.each(table)('%s', (route, answers, errors) => {
  test('has each of its answers, as JSON with a schema', () => {
    const { responses } = operationOf(route)
    for (const status of answers) {
      expect(responses[status]?.description).toBeTruthy()
      expect(responses[status]?.content['application/json']?.schema).toBeTypeOf('object')
    }
  })

  test('has each of its error statuses, in the one error shape', () => {
    const { responses } = operationOf(route)
    const statuses = [...errors, 401, 404, 429, 500].map(String)
    expect(isSubset(statuses, Object.keys(responses))).toBe(true)
    for (const status of statuses) {
      expect(responses[status]?.content['application/json']?.schema.$ref).toBe('#/components/schemas/Error')
    }
    expect(Object.keys(responses).sort()).toEqual([...new Set([...answers.map(String), ...statuses])].sort())
  })

  test('has each parameter of its path, required', () => {
    const named = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const { parameters } = operationOf(route)
    expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(named)
    expect(parameters.filter((p) => p.in === 'path').every((p) => p.required)).toBe(true)
  })
})

test('the page of a run is described as HTML, its errors as JSON', () => {
  const { responses } = operationOf('GET /api/runs/{run_id}/report')
  expect(Object.keys(responses[200]?.content ?? {})).toEqual(['text/html'])
  expect(responses[200]?.content['text/html']?.schema.type).toBe('string')
  for (const status of [400, 401, 403, 404, 429, 500, 503]) {
    expect(Object.keys(responses[status]?.content ?? {})).toEqual(['application/json'])
  }
})

test('errors name all codes of the table', () => {
  const error = document.components.schemas.Error.properties?.error
  expect(error?.required).toEqual(['code', 'message', 'request_id'])
  expect([...(error?.properties?.code?.enum ?? [])].sort()).toEqual(Object.keys(faults).sort())
})

test('error responses say which codes share the status', () => {
  const { responses } = operationOf('POST /api/runs/{run_id}/tools/lookup_knowledge')
  for (const code of ['E_TOOL_CALL_CONFLICT', 'E_STOP_REQUIRED']) expect(responses[409]?.description).toContain(code)
  for (const code of ['E_KNOWLEDGE_UNAVAILABLE', 'E_LEDGER_UNAVAILABLE'])
    expect(responses[503]?.description).toContain(code)
})

describe('bodies', () => {
  const jsonBody = (route: string) => operationOf(route).requestBody?.content['application/json']?.schema

  test('a lookup takes a tool call id and a query, and nothing else', () => {
    const body = jsonBody('POST /api/runs/{run_id}/tools/lookup_knowledge')
    expect(Object.keys(body?.properties ?? {}).sort()).toEqual(['query', 'tool_call_id'])
    expect([...(body?.required ?? [])].sort()).toEqual(['query', 'tool_call_id'])
    expect(body?.additionalProperties).toBe(false)
  })

  test('a lookup answers result and harness with all their fields', () => {
    const schema = operationOf('POST /api/runs/{run_id}/tools/lookup_knowledge').responses[200]?.content[
      'application/json'
    ]?.schema
    expect(Object.keys(schema?.properties?.result?.properties ?? {})).toEqual([
      'evidence_status',
      'tool_call_id',
      'query',
      'evidence',
      'returned_count',
      'relevance_level',
      'truncated',
    ])
    expect(Object.keys(schema?.properties?.harness?.properties ?? {})).toEqual([
      'replayed',
      'gain',
      'new_evidence_count',
      'no_gain_streak',
      'tool_calls_used',
      'tool_calls_budget',
      'stop_required',
      'stop_reason',
    ])
  })

  test('the guard takes a draft', () => {
    expect(Object.keys(jsonBody('POST /api/runs/{run_id}/evidence-guard')?.properties ?? {})).toEqual([
      'analysis',
      'conclusion',
      'action_plan',
      'limitations',
    ])
  })

  test.each([
    ['POST /api/documents/upload', ['category', 'fault_source', 'file', 'replaces', 'tags', 'title']],
    ['POST /api/upload', ['category', 'fault_source', 'file', 'replaces', 'tags', 'title']],
  ])('%s takes a file and its fields as a form', (route, fields) => {
    const form = operationOf(route).requestBody?.content['multipart/form-data']?.schema
    expect(Object.keys(form?.properties ?? {}).sort()).toEqual(fields)
    expect(form?.required).toEqual(['file'])
  })

  test('reads have none', () => {
    expect(operationOf('GET /api/documents')).not.toHaveProperty('requestBody')
  })

  test('a list takes limit and cursor', () => {
    const { parameters } = operationOf('GET /api/documents')
    expect(parameters.filter((p) => p.in === 'query').map((p) => [p.name, p.required])).toEqual([
      ['limit', false],
      ['cursor', false],
    ])
  })
})

test('the function serves the document as it is', async () => {
  const reply = await replyOf(create({})(httpEvent('describeApi', {}), lambdaContext()))
  expect(reply.statusCode).toBe(200)
  expect(reply.json).toEqual(document)
})
