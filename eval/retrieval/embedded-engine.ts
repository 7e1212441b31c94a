// The embedded engine in this process: same reading, chunks, index and score as the service, without HTTP and disk.
import { evidenceFrom } from '../../infra/local/knowledge/answer-search.ts'
import { createCollection } from '../../infra/local/knowledge/collection.ts'
import { kindOf, readDocument } from '../../infra/local/knowledge/read-document.ts'
import { bestOfDocument } from './best-of-document.ts'
import type { OpenEngine } from './retrieval-engine.ts'

/** Candidate chunks of a query: enough for 100 documents. */
const candidates = 300

export const openEmbedded: OpenEngine = async ({ documents }, progress) => {
  const collection = createCollection()
  for (const [at, { id, filename, bytes }] of documents.entries()) {
    const description = { filename, category: 'default', kb_scope: null, sha256: '', ingested_at: '' }
    await collection.put({ version: 1, doc_id: id, ...description }, readDocument(bytes, kindOf(filename) ?? 'text'))
    progress((at + 1) / documents.length)
  }
  return {
    async search(query) {
      const found = collection.search(query, { mode: 'hybrid', most: candidates, category: null, kbScope: null })
      return bestOfDocument(found.map(({ docId, score }) => ({ id: docId, score, evidence: score >= evidenceFrom })))
    },
  }
}
