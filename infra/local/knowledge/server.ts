// The embedded knowledge service: py-rag API v1 over the engine of this folder (spec 01). For one machine: loopback, no
// credential is asked for, and one that is sent is ignored.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { requestId } from '../../../lib/contract/ids.ts'
import { messageOf } from '../../../lib/text/message-of.ts'
import { type EngineOptions, type EngineReport, type KnowledgeEngine, openKnowledgeEngine } from './knowledge-engine.ts'
import { readUpload } from './read-upload.ts'
import { readSearchBody } from './search-body.ts'
import { errorEnvelope, ServiceError, serviceErrors } from './service-error.ts'
import { defaultServiceLimits, type KnowledgeServiceLimits } from './service-limits.ts'

export type KnowledgeService = {
  /** Base address without `/api/v1`, without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the service on `host` (default loopback) and `port` (default: any free one); it answers when this resolves.
 * `report` is told what operators may want to know (default: one JSON line each on standard error).
 */
export async function startKnowledgeService({
  port = 0,
  host = '127.0.0.1',
  limits = {},
  report = reportToStderr,
  ...engineOptions
}: EngineOptions & {
  readonly port?: number
  readonly host?: string
  readonly limits?: Partial<KnowledgeServiceLimits>
}): Promise<KnowledgeService> {
  const engine = await openKnowledgeEngine({ ...engineOptions, report })
  const app = createApp(engine, { ...defaultServiceLimits, ...limits }, report)
  try {
    const url = await app.listen({ port, host })
    return {
      url,
      async close() {
        await app.close()
        await engine.close()
      },
    }
  } catch (error) {
    await app.close()
    throw error
  }
}

function createApp(engine: KnowledgeEngine, limits: KnowledgeServiceLimits, report: EngineReport): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: limits.jsonBytes,
    forceCloseConnections: true,
    genReqId: (request) => requestId.safeParse(request.headers['x-request-id']).data ?? randomUUID(),
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      const body = JSON.stringify(errorEnvelope('E_VALIDATION', 'The address cannot be read.', request.id))
      reply.raw
        .writeHead(400, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': request.id })
        .end(body)
    },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(rawBadRequest())
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body !== '') return readJson(request, body, done)
    done(null, undefined)
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const cause = refusal.code === 'E_INTERNAL' ? error : refusal.cause
    if (cause !== undefined) report({ event: 'request_failed', subject: request.id, reason: messageOf(cause) })
    reply.code(refusal.status).send(errorEnvelope(refusal.code, refusal.message, request.id))
  })
  app.setNotFoundHandler((request, reply) => {
    const code = 'E_NOT_FOUND'
    reply.code(serviceErrors[code]).send(errorEnvelope(code, 'The API has no such address.', request.id))
  })
  app.register(multipart, {
    preservePath: true,
    throwFileSizeLimit: true,
    limits: { fileSize: limits.fileBytes, files: 2, fields: 20, parts: 22, fieldSize: 65_536 },
  })
  app.register(async (routes) => addRoutes(routes, engine, limits))
  return app
}

function addRoutes(app: FastifyInstance, engine: KnowledgeEngine, limits: KnowledgeServiceLimits): void {
  app.post('/api/v1/search', async (request) => engine.search(readSearchBody(request.body)))

  const envelopeBytes = 65_536
  app.post('/api/v1/documents::ingest', { bodyLimit: limits.fileBytes + envelopeBytes }, async (request) => {
    const { docId, chunkCount, unchanged, ownCategory } = await engine.ingest(await readUpload(request))
    return { doc_id: docId, chunk_count: chunkCount, unchanged, ...(ownCategory !== null && { category: ownCategory }) }
  })

  app.post<{ Querystring: { confirm?: unknown } }>('/api/v1/collections::rebuild', async (request, reply) => {
    if (request.query.confirm !== 'REBUILD') {
      throw new ServiceError('E_CONFIRM_REQUIRED', 'A rebuild needs ?confirm=REBUILD.')
    }
    reply.code(202)
    return { task_id: await engine.rebuild() }
  })

  app.get<{ Params: { task_id: string } }>('/api/v1/tasks/:task_id', async (request) =>
    engine.task(request.params.task_id),
  )

  app.get('/api/v1/health', async () => engine.health())
}

/** What an error means to the caller. Errors of the framework are told apart by their status. */
function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  switch (status) {
    case 413:
      return new ServiceError('E_PAYLOAD_TOO_LARGE', 'The body is larger than this service takes.')
    case 406:
    case 415:
      return new ServiceError('E_UNSUPPORTED_MEDIA_TYPE', 'This type of body is not taken here.')
    case 400:
      return new ServiceError('E_VALIDATION', 'The body cannot be read.')
    default:
      return new ServiceError('E_INTERNAL', 'Something went wrong in the knowledge service.')
  }
}

/** For what is no HTTP request at all: there is no reply object to fill. */
function rawBadRequest(): string {
  const id = randomUUID()
  const body = JSON.stringify(errorEnvelope('E_VALIDATION', 'The request cannot be read.', id))
  const head = `HTTP/1.1 400 ${STATUS_CODES[400]}\r\ncontent-type: application/json; charset=utf-8\r\nx-request-id: ${id}`
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
}

function reportToStderr(event: Parameters<EngineReport>[0]): void {
  console.error(JSON.stringify({ service: 'knowledge', ...event }))
}
