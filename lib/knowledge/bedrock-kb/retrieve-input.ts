import type { RetrievalFilter, RetrieveCommandInput } from '@aws-sdk/client-bedrock-agent-runtime'
import { limits } from '../../contract/limits.ts'
import { wellFormed } from '../../text/well-formed.ts'
import type { KnowledgeQuery } from '../knowledge-search-port.ts'

/** Metadata attributes of documents that a search is narrowed by: the names that front matter and ingest have (spec 01, "Ingest"). */
const attributes = { category: 'category', kbScope: 'kb_scope' } as const

/**
 * A query as `Retrieve` takes it. Category and scope are left out when null, and then nothing is filtered. `hybrid` is asked for by
 * name, so that what was searched is what was configured: a store without it refuses the request, and `RETRIEVAL_MODE=semantic` is for it.
 */
export function retrieveInput(
  knowledgeBaseId: string,
  { query, mode, topK, category, kbScope }: KnowledgeQuery,
): RetrieveCommandInput {
  const filter = filterOf({ category, kbScope })
  return {
    knowledgeBaseId,
    retrievalQuery: { text: wellFormed(query) },
    retrievalConfiguration: {
      vectorSearchConfiguration: {
        numberOfResults: Math.min(topK, limits.knowledge.retrieved),
        overrideSearchType: mode === 'hybrid' ? 'HYBRID' : 'SEMANTIC',
        ...(filter !== undefined && { filter }),
      },
    },
  }
}

/** `andAll` takes two conditions or more. */
function filterOf(wanted: Pick<KnowledgeQuery, 'category' | 'kbScope'>): RetrievalFilter | undefined {
  const conditions = (
    [
      ['category', wanted.category],
      ['kbScope', wanted.kbScope],
    ] as const
  ).flatMap(([name, value]): RetrievalFilter[] =>
    value === null ? [] : [{ equals: { key: attributes[name], value } }],
  )
  return conditions.length > 1 ? { andAll: conditions } : conditions[0]
}
