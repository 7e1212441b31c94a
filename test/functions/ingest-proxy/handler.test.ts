// The function as it is wired, with real events: HTTP in, records in an emulator, originals and queue on disk, and a service
// behind HTTP.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { create } from '../../../functions/ingest-proxy/handler.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { type IngestWorker, startIngestWorker } from '../../../infra/local/ingest-worker.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { createDiskIngestQueue } from '../../../lib/documents/disk-ingest-queue.ts'
import { sha256Of } from '../../../lib/documents/document-ref.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { localOriginalsUrl, openOriginals } from '../../../lib/documents/open-originals.ts'
import { readParts } from '../../../lib/documents/read-parts.ts'
import type { LambdaHandler } from '../../../lib/lambda/create-lambda.ts'
import { objectCreated } from './world.ts'

const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 30_000 }
const pdf = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7 + (i >> 8)) % 256)
const names = ['故障手册（第2版）.pdf', 'Расчет.pdf', 'X©y.pdf', 'A 天 B.pdf', 'a  b.pdf', '📁 ‘x’ 100%25.pdf']

describe('the function ingest-proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingest-proxy-'))
  const table = `documents-${randomUUID()}`
  const endpoint = inject('databases')[0]?.endpoint ?? ''
  const client = createDocumentClient(endpoint)
  const ORIGINALS_URL = localOriginalsUrl(join(folder, 'originals'), {
    url: 'http://127.0.0.1:1/form',
    key: 'for tests',
    maxBytes: Number.POSITIVE_INFINITY,
  })
  const queue = createDiskIngestQueue(join(folder, 'queue'), Date.now)
  const received: { filename: string; sha256: string }[] = []
  let rebuilding = false
  const service = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (rebuilding) {
      response.statusCode = 409
      return response.end(JSON.stringify({ error: { code: 'E_REBUILD_IN_PROGRESS', message: '', request_id: 'x' } }))
    }
    const [, boundary = ''] = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '') ?? []
    const file = (await readParts(Buffer.concat(chunks), boundary)).find((part) => part.name === 'file')
    const sha256 = sha256Of(file?.bytes ?? Buffer.alloc(0))
    received.push({ filename: file?.filename ?? '', sha256 })
    return response.end(JSON.stringify({ doc_id: `doc-${sha256.slice(0, 8)}`, chunk_count: 1, unchanged: false }))
  })
  let handler: LambdaHandler
  let worker: IngestWorker
  beforeAll(async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
    await createTable(client, table, documentsTable)
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    handler = create({
      PYRAG_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      DOCUMENTS_TABLE: table,
      ORIGINALS_URL,
      INGEST_QUEUE_URL: pathToFileURL(join(folder, 'queue')).href,
      INGEST_RETRY_DELAY_SECONDS: '1',
    })
    worker = startIngestWorker({
      queue,
      invoke: async (event) => (await handler(event, context)) as { batchItemFailures: [] },
      sweep: async () => {
        await handler({ source: 'aws.events', 'detail-type': 'Scheduled Event' }, context)
      },
      now: Date.now,
      onError: () => {},
    })
  })
  afterAll(async () => {
    await worker.close()
    vi.unstubAllEnvs()
    client.destroy()
    service.close()
    service.closeAllConnections()
    rmSync(folder, { recursive: true })
  })

  const send = async (routeKey: string, parts: object = {}) => {
    const [method, path] = routeKey.split(' ')
    const reply = await handler(
      {
        version: '2.0',
        routeKey,
        headers: {},
        isBase64Encoded: false,
        requestContext: { http: { method, path }, authorizer: { lambda: { principal: 'local' } } },
        ...parts,
      },
      context,
    )
    const { statusCode, body } = reply as { statusCode: number; body: string }
    return { statusCode, body: JSON.parse(body) }
  }
  const form = (filename: string, bytes: Uint8Array) => {
    const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')])
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  const upload = (filename: string, bytes: Uint8Array) =>
    send('POST /api/documents/upload', {
      headers,
      body: form(filename, bytes).toString('base64'),
      isBase64Encoded: true,
    })
  const read = (id: string) => send('GET /api/documents/{document_id}', { pathParameters: { document_id: id } })

  it.each(names)('carries the name %s and its bytes unspoilt to every place', async (filename) => {
    const bytes = Buffer.concat([pdf, Buffer.from(filename)])
    const { statusCode, body } = await upload(filename, bytes)
    expect(statusCode).toBe(201)
    expect(body).toMatchObject({ filename, sha256: sha256Of(bytes) })
    expect(received.at(-1)).toEqual({ filename, sha256: sha256Of(bytes) })
    expect((await read(body.document_ref)).body).toEqual(body)
  })

  it('takes a presigned form whose metadata hold half characters, with U+FFFD in their place', async () => {
    const given = {
      filename: 'half.md',
      title: 't\ud800',
      category: 'c\ud800',
      fault_source: 'f\udc00',
      tags: ['g\ud800'],
    }
    const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) }
    const { statusCode, body } = await send('POST /api/documents/uploads', sent)
    expect(statusCode).toBe(201)
    expect((await read(body.document_ref)).body).toMatchObject({
      title: 't\ufffd',
      category: 'c\ufffd',
      fault_source: 'f\ufffd',
      tags: ['g\ufffd'],
    })
  })

  it.each([
    ['POST /api/documents/upload', { headers, body: form('asked.md', pdf).toString('base64'), isBase64Encoded: true }],
    ['POST /api/upload', { headers, body: form('asked.md', pdf).toString('base64'), isBase64Encoded: true }],
    [
      'POST /api/documents/uploads',
      { headers: { 'content-type': 'application/json' }, body: '{"filename":"asked.md"}' },
    ],
    ['GET /api/documents/{document_id}', { pathParameters: { document_id: 'asked-md-12345678' } }],
  ])('refuses a parameter in the address of %s, where nothing is looked for, by name', async (route, parts) => {
    const refused = await send(route, { ...parts, queryStringParameters: { replaces: 'a-1' } })
    expect(refused).toMatchObject({ statusCode: 400, body: { error: { details: [{ path: 'replaces' }] } } })
    const { body: list } = await send('GET /api/documents')
    expect(list.documents.map((d: { filename: string }) => d.filename)).not.toContain('asked.md')
  })

  it('refuses binary content that did not come as base64, and stores nothing', async () => {
    const body = form('spoilt.pdf', pdf).toString('utf8')
    const refused = await send('POST /api/upload', { headers, body })
    expect(refused).toMatchObject({ statusCode: 400, body: { error: { code: 'E_VALIDATION' } } })
    const { body: list } = await send('GET /api/documents')
    expect(list.documents.map((d: { filename: string }) => d.filename)).not.toContain('spoilt.pdf')
  })

  it.each([
    [4_400_000, 201],
    [4_500_000, 201],
    [4_500_001, 413],
    [4_600_000, 413],
    [6_000_000, 413],
    [10_485_760, 413],
  ])('answers a file of %d bytes with %d', async (size, status) => {
    const { statusCode, body } = await upload('large.md', Buffer.alloc(size, 'x'))
    expect(statusCode).toBe(status)
    if (status === 413) expect(body.error.message).toContain('POST /api/documents/uploads')
  })

  it('brings a deferred document to its end by itself, once the rebuild is over', async () => {
    rebuilding = true
    const { statusCode, body } = await upload('later.md', Buffer.from('later'))
    expect(statusCode).toBe(202)
    expect(body).toMatchObject({ ingest_status: 'PENDING', reason: 'E_REBUILD_IN_PROGRESS' })
    rebuilding = false
    await expect
      .poll(async () => (await read(body.document_ref)).body.ingest_status, { timeout: 8000 })
      .toBe('INGESTED')
  })

  it('takes a large file by a presigned form', async () => {
    const json = { 'content-type': 'application/json' }
    const asked = await send('POST /api/documents/uploads', {
      headers: json,
      body: JSON.stringify({ filename: '大 文件.md' }),
    })
    expect(asked.statusCode).toBe(201)
    const { document_ref, fields, url, max_bytes } = asked.body
    expect({ url, max_bytes }).toEqual({ url: 'http://127.0.0.1:1/form', max_bytes: 104_857_600 })
    const details = { filename: 'x', contentType: 'text/markdown' }
    await openOriginals(ORIGINALS_URL).store(fields.key, Buffer.alloc(5_000_000, 'y'), details)
    await queue.sendBody(JSON.stringify(objectCreated(fields.key)), 0)
    await expect.poll(async () => (await read(document_ref)).body.ingest_status, { timeout: 8000 }).toBe('INGESTED')
    expect((await read(document_ref)).body).toMatchObject({ filename: '大 文件.md', size_bytes: 5_000_000 })
  })

  it('withdraws over HTTP, with force and without', async () => {
    const { body } = await upload('gone.md', Buffer.from('gone'))
    const path = { pathParameters: { document_id: body.doc_id } }
    const answer = { doc_id: body.doc_id, deleted: true, withdrawn_from_evidence: true }
    expect(await send('DELETE /api/documents/{document_id}', path)).toEqual({ statusCode: 200, body: answer })
    expect((await send('DELETE /api/documents/{document_id}', path)).statusCode).toBe(404)
    const forced = { ...path, queryStringParameters: { force: 'true' } }
    expect(await send('DELETE /api/documents/{document_id}', forced)).toEqual({ statusCode: 200, body: answer })
    expect((await read(body.doc_id)).statusCode).toBe(404)
  })

  it('takes direct invocations, query parameters among the rest', async () => {
    const direct = (input: object) => handler({ caller: 'somebody', ...input }, context)
    const page = { documents: [expect.any(Object)], next_cursor: expect.any(String) }
    expect(await direct({ operation: 'listDocuments', limit: 1 })).toEqual(page)
    await expect(direct({ operation: 'listDocuments', limit: 0 })).rejects.toMatchObject({ name: 'E_VALIDATION' })
    const nobody = { operation: 'withdrawDocument', document_id: 'nobody' }
    await expect(direct(nobody)).rejects.toMatchObject({ name: 'E_NOT_FOUND' })
    expect(await direct({ ...nobody, force: true })).toMatchObject({ doc_id: 'nobody', deleted: true })
    await expect(direct({ operation: 'uploadDocument' })).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })
})
