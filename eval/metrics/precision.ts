import { firstPlaces } from './first-places.ts'
import { isRelevant, type Relevance } from './relevance.ts'

/**
 * Share of the first `k` places that hold a relevant document (trec_eval's `P.k`). It divides by `k`, also when fewer documents
 * were found: an empty place is a wrong one. In [0, 1].
 */
export function precision(ranked: readonly string[], relevance: Relevance, k: number): number {
  return firstPlaces(ranked, k).filter((id) => id !== null && isRelevant(relevance, id)).length / k
}
