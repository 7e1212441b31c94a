import { isRelevant, type Relevance } from './relevance.ts'

/**
 * One divided by the rank of the first relevant document (trec_eval's `recip_rank`, which has no cut-off; with `k`, which others
 * report, only the first `k` places count). In [0, 1]; 0 when there is none. Its mean over queries is MRR.
 */
export function reciprocalRank(ranked: readonly string[], relevance: Relevance, k = Number.POSITIVE_INFINITY): number {
  const at = ranked.slice(0, k).findIndex((id) => isRelevant(relevance, id))
  return at < 0 ? 0 : 1 / (at + 1)
}
