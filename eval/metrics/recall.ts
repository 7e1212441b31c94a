import { firstPlaces } from './first-places.ts'
import { countRelevant, isRelevant, type Relevance } from './relevance.ts'

/**
 * Share of the relevant documents that are in the first `k` places (trec_eval's `recall.k`). It divides by all relevant ones, also
 * when they are more than `k`. In [0, 1]; 0 for a query without relevant documents.
 */
export function recall(ranked: readonly string[], relevance: Relevance, k = Number.POSITIVE_INFINITY): number {
  const relevant = countRelevant(relevance)
  if (relevant === 0) return 0
  return firstPlaces(ranked, k).filter((id) => id !== null && isRelevant(relevance, id)).length / relevant
}
