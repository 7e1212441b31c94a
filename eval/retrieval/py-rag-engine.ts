// An engine behind py-rag's API. Only what it gives as evidence is seen; its documents go into a scope of the evaluation's own.
import { randomUUID } from 'node:crypto'
import { createPyRagSearch } from '../../lib/knowledge/py-rag/py-rag-adapter.ts'
import type { PyRagClient } from '../../lib/knowledge/py-rag/py-rag-client.ts'
import { bestOfDocument } from './best-of-document.ts'
import type { OpenEngine } from './retrieval-engine.ts'

/** Chunks asked for: the most that the embedded service gives. */
const topK = 200
const callMs = 60_000

/** @param now epoch milliseconds */
export function openPyRagEngine(client: PyRagClient, now: () => number): OpenEngine {
  const call = () => ({ requestId: randomUUID(), deadline: now() + callMs })
  const port = createPyRagSearch(client)
  return async ({ name, documents }, progress) => {
    const kbScope = `eval-retrieval-${name}`
    const ids = new Map<string, string>()
    for (const [at, { id, filename, bytes }] of documents.entries()) {
      const ingested = await client.ingest({ filename, bytes, category: 'default', kbScope }, call())
      ids.set(ingested.doc_id, id)
      progress((at + 1) / documents.length)
    }
    return {
      async search(query) {
        const { hits } = await port.search({ query, mode: 'hybrid', topK, category: null, kbScope }, call())
        return bestOfDocument(
          hits.flatMap(({ documentId, score }) => {
            const id = ids.get(documentId ?? '')
            return id === undefined ? [] : [{ id, score, evidence: true }]
          }),
        )
      },
    }
  }
}
