// The HTTP client of py-rag API v1 (spec 01): one method an endpoint, every trouble a Fault.

import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { mediaTypeOf } from '../../contract/document-types.ts'
import { Fault } from '../../contract/faults.ts'
import {
  defaultCategory,
  healthReply,
  ingestReply,
  rebuildReply,
  type SearchRequest,
  taskReply,
} from '../../contract/knowledge-api.ts'
import { wellFormed } from '../../text/well-formed.ts'
import type { IngestDocument, KnowledgeAdminPort } from '../knowledge-admin-port.ts'
import type { KnowledgeCall } from '../knowledge-search-port.ts'
import { encodeMultipart } from './encode-multipart.ts'
import { serviceCalls } from './service-calls.ts'
import { createServiceExchange, type ServiceExchangeOptions, type ServiceReply } from './service-exchange.ts'

export type PyRagClient = KnowledgeAdminPort & {
  /**
   * The reply as the service gave it: any JSON that is not its error envelope.
   * @throws Fault `E_KNOWLEDGE_UNAVAILABLE`, `E_KNOWLEDGE_TIMEOUT`, `E_KNOWLEDGE_BAD_RESPONSE`.
   */
  search(request: SearchRequest, call: KnowledgeCall): Promise<ServiceReply>
}

/**
 * A client of one py-rag service. Limits, retries and addresses stand in `serviceCalls`; connections are kept between calls.
 * A fault's `context` says what the service said: `serviceStatus`, `serviceCode`, `serviceMessage` (500 characters at most),
 * `serviceRequestId`.
 */
export function createPyRagClient(options: ServiceExchangeOptions): PyRagClient {
  const exchange = createServiceExchange(options)
  return {
    search: (request, call) => {
      const content = { contentType: 'application/json', parts: [Buffer.from(JSON.stringify(request))] }
      return exchange('search', { path: serviceCalls.search.path, content }, call)
    },
    ingest: async (document, call) => {
      const request = { path: serviceCalls.ingest.path, content: ingestForm(document) }
      return parseReply(ingestReply, await exchange('ingest', request, call))
    },
    rebuild: async (call) => {
      const request = { path: serviceCalls.rebuild.path, content: null }
      return parseReply(rebuildReply, await exchange('rebuild', request, call))
    },
    task: async (taskId, call) => {
      const request = { path: taskPath(taskId), content: null }
      return parseReply(taskReply, await exchange('task', request, call))
    },
    health: async (call) => {
      const request = { path: serviceCalls.health.path, content: null }
      return parseReply(healthReply, await exchange('health', request, call))
    },
  }
}

/**
 * Parts of an ingest (spec 01): the original's bytes and file name unchanged. A category is always sent; that nobody chose it
 * is said in a part of its own, which a service that does not know it ignores.
 */
function ingestForm({ filename, bytes, category, kbScope }: IngestDocument) {
  const file = { name: 'file', filename, contentType: mediaTypeOf(filename) ?? 'application/octet-stream', bytes }
  const labels = category === null ? { category: defaultCategory, category_is_default: 'true' } : { category }
  return encodeMultipart(file, { ...labels, ...(kbScope !== null && { kb_scope: kbScope }) }, randomUUID())
}

/** URLs fold the segments `.` and `..` whatever their encoding, so no task can have such an id. */
function taskPath(taskId: string): string {
  if (['', '.', '..'].includes(taskId)) throw new Fault('E_NOT_FOUND')
  return serviceCalls.task.path.replace('{task_id}', () => encodeURIComponent(wellFormed(taskId)))
}

function parseReply<S extends z.ZodType>(schema: S, { body, serviceRequestId }: ServiceReply): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  // Names below the first level may be the service's own words.
  const fields = parsed.error.issues.map((issue) => String(issue.path[0] ?? ''))
  throw new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context: { failure: 'not-the-contract', fields, serviceRequestId } })
}
