import { createPyRagClient, type PyRagClient } from '../../../../lib/knowledge/py-rag/py-rag-client.ts'
import type { ServiceExchangeOptions } from '../../../../lib/knowledge/py-rag/service-exchange.ts'
import { callOf } from '../test-call.ts'

/** Limits that no test meets: the deadline of `callOf` comes first. */
export const ampleLimits = { connectMs: 60_000, searchMs: 60_000, ingestMs: 60_000, defaultMs: 60_000 }

export function clientOf(baseUrl: string, changes: Partial<ServiceExchangeOptions> = {}): PyRagClient {
  return createPyRagClient({ baseUrl, limits: ampleLimits, credential: async () => null, now: Date.now, ...changes })
}

export const searchRequest = {
  query: 'how to debug a gateway timeout',
  mode: 'hybrid',
  retrieve_k: 20,
  return_n: 20,
  max_chunks_per_document: 20,
} as const

/** Every call of the client by its name in the table, with arguments that a service may accept. */
export const callsOf = {
  search: (client: PyRagClient, call = callOf()) => client.search(searchRequest, call),
  ingest: (client: PyRagClient, call = callOf()) =>
    client.ingest({ filename: 'a.md', bytes: Buffer.from('# A'), category: 'default', kbScope: null }, call),
  rebuild: (client: PyRagClient, call = callOf()) => client.rebuild(call),
  task: (client: PyRagClient, call = callOf()) => client.task('task-1', call),
  health: (client: PyRagClient, call = callOf()) => client.health(call),
} satisfies Record<string, (client: PyRagClient) => Promise<unknown>>

export type CallName = keyof typeof callsOf
export const callNames = Object.keys(callsOf) as CallName[]
