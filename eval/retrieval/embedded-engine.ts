// The embedded engine in this process: same reading, chunks, index and score as the service, without HTTP and disk.
import { evidenceFrom } from '../../infra/local/knowledge/answer-search.ts'
import { createCollection } from '../../infra/local/knowledge/collection.ts'
import { embedChunksWith, noVectors } from '../../infra/local/knowledge/dense/embed-chunks.ts'
import type { Embedder } from '../../infra/local/knowledge/dense/embedder.ts'
import { kindOf, readDocument } from '../../infra/local/knowledge/reading/read-document.ts'
import { ServiceError } from '../../infra/local/knowledge/service-error.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { bestOfDocument } from './best-of-document.ts'
import type { OpenEngine } from './retrieval-engine.ts'

/** Candidate chunks of a query: enough for 100 documents. */
const candidates = 300

/** For one document or query, in ms: an evaluation may wait. */
const modelBudgetMs = 600_000

/** @param model turns the dense stage on; where it can't be asked, the engine throws `E_KNOWLEDGE_UNAVAILABLE` */
export function openEmbedded(model: Embedder | null): OpenEngine {
  const embedder = model === null ? null : asEngine(model)
  const embed = embedder === null ? noVectors : embedChunksWith(embedder, modelBudgetMs)
  return async ({ documents }, progress) => {
    const collection = createCollection()
    for (const [at, { id, filename, bytes }] of documents.entries()) {
      const description = { filename, category: 'default', kb_scope: null, sha256: '', ingested_at: '' }
      const read = readDocument(bytes, kindOf(filename) ?? 'text')
      await collection.put({ version: 1, doc_id: id, ...description }, read, await embed(read.content))
      progress((at + 1) / documents.length)
    }
    return {
      async search(query) {
        const [vector = null] = (await embedder?.embed([query], modelBudgetMs)) ?? []
        const options = { mode: 'hybrid', most: candidates, category: null, kbScope: null, vector } as const
        const found = collection.search(query, options)
        return bestOfDocument(found.map(({ docId, score }) => ({ id: docId, score, evidence: score >= evidenceFrom })))
      },
    }
  }
}

/** To an evaluation a model that fails is an engine that fails. */
function asEngine({ model, embed }: Embedder): Embedder {
  return {
    model,
    embed: async (texts, budgetMs) => {
      try {
        return await embed(texts, budgetMs)
      } catch (cause) {
        throw cause instanceof ServiceError ? new Fault('E_KNOWLEDGE_UNAVAILABLE', { cause }) : cause
      }
    },
  }
}
