// What tests ask of an engine, whichever it is.
import type { KnowledgeQuery } from '../../../lib/knowledge/knowledge-search-port.ts'

/** A call whose deadline no test meets by accident. */
export function callOf(changes: { requestId?: string; deadline?: number } = {}) {
  return { requestId: 'req-1', deadline: Date.now() + 25_000, ...changes }
}

export const queryOf = (changes: Partial<KnowledgeQuery> = {}): KnowledgeQuery => ({
  query: 'gateway timeout',
  mode: 'hybrid',
  topK: 20,
  category: null,
  kbScope: null,
  ...changes,
})
