import { wellFormed } from '../../text/well-formed.ts'
import type { KnowledgeSearchPort } from '../knowledge-search-port.ts'
import { mapReply } from './map-reply.ts'
import type { PyRagClient } from './py-rag-client.ts'

/**
 * The search port over py-rag. All three counts of the request are `topK`, so that the service does not cut before our own
 * post-processing does; category and scope are left out when null (spec 01, "Search").
 */
export function createPyRagSearch(client: Pick<PyRagClient, 'search'>): KnowledgeSearchPort {
  return {
    search: async ({ query, mode, topK, category, kbScope }, call) => {
      const { body, serviceRequestId } = await client.search(
        {
          query: wellFormed(query),
          mode,
          retrieve_k: topK,
          return_n: topK,
          max_chunks_per_document: topK,
          ...(category !== null && { category }),
          ...(kbScope !== null && { kb_scope: kbScope }),
        },
        call,
      )
      return mapReply(body, serviceRequestId)
    },
  }
}
