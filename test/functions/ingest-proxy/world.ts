// A small world around the ingest-proxy's use cases: real records in an emulator, originals and queue in memory, a service
// that can be told what to do, and a clock that only moves when told.
import { randomUUID } from 'node:crypto'
import { createDeferredIngest } from '../../../functions/ingest-proxy/deferred-ingest.ts'
import type { IngestPorts } from '../../../functions/ingest-proxy/ingest-ports.ts'
import { createPresign } from '../../../functions/ingest-proxy/presign-upload.ts'
import { createList, createRead } from '../../../functions/ingest-proxy/read-documents.ts'
import { createSweep } from '../../../functions/ingest-proxy/sweep.ts'
import { createBusinessUpload, createSimpleUpload } from '../../../functions/ingest-proxy/upload-document.ts'
import { createWithdraw } from '../../../functions/ingest-proxy/withdraw-document.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { type DocumentView, documentView } from '../../../lib/contract/document.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import type { IngestReply } from '../../../lib/contract/knowledge-api.ts'
import { sha256Of } from '../../../lib/documents/document-ref.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { createDynamoDocuments } from '../../../lib/documents/dynamo-documents.ts'
import { createDynamoMarks } from '../../../lib/documents/dynamo-marks.ts'
import type { IngestMessage } from '../../../lib/documents/ingest-queue-port.ts'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import type { Originals } from '../../../lib/documents/originals-port.ts'
import { createWithdrawals } from '../../../lib/documents/withdrawals.ts'
import type { IngestDocument } from '../../../lib/knowledge/knowledge-admin-port.ts'
import type { KnowledgeCall } from '../../../lib/knowledge/knowledge-search-port.ts'
import type { Answer, Call } from '../../../lib/lambda/call.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

export const start = Date.parse('2026-01-01T00:00:00.000Z')
export const rule = { inlineTimeoutMs: 20_000, delaySeconds: 30, maxAgeSeconds: 86_400 }
const boundary = 'edge'

/** The service's rule for ids (spec 01, "Ingest"). */
export const docIdOf = (filename: string, content: string | Uint8Array) =>
  `${filename.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${sha256Of(Buffer.from(content)).slice(0, 8)}`

export type Service = {
  /** What the next ingests do; the last one goes on for ever. Without any the service works. */
  script: ((document: IngestDocument, call: KnowledgeCall) => Promise<IngestReply> | IngestReply)[]
  readonly calls: { document: IngestDocument; call: KnowledgeCall }[]
  /** What its searches could show. */
  readonly holds: Set<string>
}

export const fails = (code: ConstructorParameters<typeof Fault>[0], serviceCode?: string) => () => {
  throw new Fault(code, { context: { serviceCode } })
}

function createService() {
  const service: Service = { script: [], calls: [], holds: new Set() }
  const works = ({ filename, bytes }: IngestDocument): IngestReply => {
    const doc_id = docIdOf(filename, bytes)
    const unchanged = service.holds.has(doc_id)
    service.holds.add(doc_id)
    return { doc_id, chunk_count: 3, unchanged }
  }
  const ingest = async (document: IngestDocument, call: KnowledgeCall) => {
    service.calls.push({ document, call })
    const next = service.script.length > 1 ? service.script.shift() : service.script[0]
    return next === undefined ? works(document) : next(document, call)
  }
  return { service, works, ingest }
}

export type StoredOriginal = { bytes: Uint8Array; filename: string; storedAt: number }

function createMemoryOriginals(now: () => number) {
  const kept = new Map<string, StoredOriginal>()
  const originals: Originals = {
    store: async (key, bytes, { filename }) => {
      kept.set(key, { bytes, filename, storedAt: now() })
    },
    read: async (key) => kept.get(key) ?? null,
    remove: async (key) => {
      kept.delete(key)
    },
    presign: async (key, _, { maxBytes }) => ({ url: 'https://bucket.example/', fields: { key }, maxBytes }),
    probe: async () => {},
  }
  return { kept, originals }
}

type Waiting = { readonly message: IngestMessage; readonly delaySeconds: number; readonly dueAt: number }

/** A world of its own on one of the emulators. */
export async function createWorld(endpoint: string) {
  const client = createDocumentClient(endpoint)
  const table = `documents-${randomUUID()}`
  await createTable(client, table, documentsTable)
  let time = start
  const now = () => time
  const waiting: Waiting[] = []
  const { kept, originals } = createMemoryOriginals(now)
  const { service, works, ingest } = createService()
  const { telemetry, lines, measured } = recordedTelemetry()
  const base: IngestPorts = {
    documents: createDynamoDocuments(client, table),
    marks: createDynamoMarks(client, table),
    originals,
    queue: {
      send: async (message, delaySeconds) => {
        waiting.push({ message, delaySeconds, dueAt: time + delaySeconds * 1000 })
      },
    },
    knowledge: { ingest },
    now,
    telemetry,
  }
  const { withdrawnAmong } = createWithdrawals({ client, table })

  /** The use cases over `ports`: those of this world, or some that break. */
  const over = (ports: IngestPorts, used = rule) => {
    const deferred = createDeferredIngest(ports, used)
    const call = (parts: Partial<Call>): Call => ({
      kind: 'http',
      params: {},
      query: {},
      contentType: null,
      owner: 'local',
      requestId: 'request-1',
      deadline: time + 60_000,
      json: () => ({}),
      bytes: () => new Uint8Array(),
      ...parts,
    })
    const errand = () => ({ requestId: 'errand-1', deadline: time + 60_000 })
    const tick = () => {
      // Two requests of one client are never answered within the same millisecond.
      time += 1
    }
    const form = (filename: string, content: string | Uint8Array, fields: Record<string, string> = {}) => ({
      contentType: `multipart/form-data; boundary=${boundary}`,
      bytes: () =>
        Buffer.concat([
          ...Object.entries(fields).map(([name, value]) =>
            Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
          ),
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`),
          Buffer.from(content),
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
    })
    const deliver = (message: unknown, receiveCount = 1) =>
      deferred({ messageId: randomUUID(), body: JSON.stringify(message), receiveCount }, errand())
    const sweep = () => createSweep(ports)(errand())
    const view = (answer: Answer): { status: number; document: DocumentView } => ({
      status: answer.status,
      document: documentView.parse(answer.body),
    })
    return {
      business: async (...upload: Parameters<typeof form>) => {
        tick()
        return view(await createBusinessUpload(ports, used)(call(form(...upload))))
      },
      simple: async (...upload: Parameters<typeof form>) => {
        tick()
        return view(await createSimpleUpload(ports, used)(call(form(...upload))))
      },
      presign: async (body: unknown) => {
        tick()
        return createPresign(ports, used)(call({ json: () => body }))
      },
      read: async (document_id: string) => view(await createRead(ports)(call({ params: { document_id } }))).document,
      list: async (query: Record<string, string> = {}) => (await createList(ports)(call({ query }))).body,
      withdraw: async (document_id: string, query: Record<string, string> = {}) => {
        tick()
        return createWithdraw(ports)(call({ params: { document_id }, query }))
      },
      deliver,
      sweep,
      /** Time goes on by `seconds`; what falls due meanwhile is delivered, and the sweep runs every five minutes. */
      letPass: async (seconds: number) => {
        const end = time + seconds * 1000
        for (let nextSweep = time; ; ) {
          waiting.sort((a, b) => a.dueAt - b.dueAt)
          const due = waiting[0]
          if (due !== undefined && due.dueAt <= Math.min(nextSweep, end)) {
            time = Math.max(time, due.dueAt)
            waiting.shift()
            await deliver(due.message)
          } else if (nextSweep <= end) {
            time = Math.max(time, nextSweep)
            await sweep()
            nextSweep = time + 300_000
          } else break
        }
        time = end
      },
    }
  }
  return {
    ...over(base),
    over,
    ports: base,
    lines,
    measured,
    service,
    works,
    kept,
    waiting,
    now,
    setTime: (at: number) => {
      time = at
    },
    /** The form of a presigned upload, posted. */
    arrive: (documentRef: string, content: string) => {
      kept.set(incomingKey(documentRef), { bytes: Buffer.from(content), filename: '', storedAt: time })
    },
    /** Whether a hit of this id would be shown to an agent. */
    isEvidence: async (docId: string) =>
      service.holds.has(docId) && !(await withdrawnAmong([docId], Date.now() + 5000)).has(docId),
    client,
    close: () => client.destroy(),
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>

/** What EventBridge says of an object. */
export const objectCreated = (key: string) => ({
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { bucket: { name: 'originals' }, object: { key, size: 1 } },
})
