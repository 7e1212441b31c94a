// OpenAPI 3.1 out of the route table and the zod schemas: the document cannot say anything else than the code does.
import * as z from 'zod'
import { type FaultCode, faults } from '../../lib/contract/faults.ts'
import { limits } from '../../lib/contract/limits.ts'
import { type RouteSchemas, routeSchemas } from '../../lib/contract/route-schemas.ts'
import { type Route, type RouteName, routes } from '../../lib/contract/routes.ts'

type Json = Readonly<Record<string, unknown>>

/** Faults that any route may give. */
const anyRoute: readonly FaultCode[] = ['E_UNAUTHORIZED', 'E_NOT_FOUND', 'E_RATE_LIMITED', 'E_INTERNAL']

/** How a caller shows who it is (spec 08, "Identity"); an API knows one of them. */
const securitySchemes = {
  sigv4: { type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' },
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
}

/** @returns an OpenAPI 3.1 document as a JSON value */
export function describeApi(security: keyof typeof securitySchemes = 'sigv4'): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operationId of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[operationId]
    const operation = operationOf(operationId, route, routeSchemas[operationId])
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'evidence-chain', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    security: [{ [security]: [] }],
    paths,
    components: {
      securitySchemes: { [security]: securitySchemes[security] },
      schemas: { Error: errorSchema },
    },
  }
}

function operationOf(operationId: string, route: Route, { body, answers }: RouteSchemas): Json {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const string = { type: 'string' }
  return {
    operationId,
    summary: route.summary,
    tags: [route.function],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: string })),
      ...Object.entries(route.query ?? {}).map(([name, description]) => ({
        name,
        in: 'query',
        required: false,
        description,
        schema: string,
      })),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: jsonOf(body) } }),
    ...(route.form !== undefined && { requestBody: { required: true, content: formOf(route.form) } }),
    responses: { ...answersOf(answers), ...faultsOf([...anyRoute, ...route.faults], answers) },
  }
}

function jsonOf(body: z.ZodType): Json {
  return { 'application/json': { schema: toSchema(body, 'input') } }
}

function formOf(form: NonNullable<Route['form']>): Json {
  const fields = Object.entries(form).map(([name, description]) => [name, { type: 'string', description }])
  const file = { type: 'string', format: 'binary', description: `At most ${limits.document.fileBytes} bytes.` }
  const schema = { type: 'object', required: ['file'], properties: { file, ...Object.fromEntries(fields) } }
  return { 'multipart/form-data': { schema } }
}

function answersOf(answers: RouteSchemas['answers']): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { meaning, schema, contentType = 'application/json' }]) => [
      status,
      { description: meaning, content: { [contentType]: { schema: toSchema(schema, 'output') } } },
    ]),
  )
}

/** One response a status: the codes that share it are named together. A status that is also an answer is left to it. */
function faultsOf(codes: readonly FaultCode[], answers: RouteSchemas['answers']): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => faults[code].status)
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in answers))
      .sort(([a], [b]) => a - b)
      .map(([status, same]) => [
        String(status),
        {
          description: same.map((code) => `${code}: ${faults[code].message}`).join(' '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  )
}

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { enum: Object.keys(faults) },
        message: { type: 'string' },
        request_id: { type: 'string' },
        details: {
          type: 'array',
          items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
        },
      },
    },
  },
}
