import { ndcg } from '../metrics/ndcg.ts'
import { recall } from '../metrics/recall.ts'
import { reciprocalRank } from '../metrics/reciprocal-rank.ts'
import type { Relevance } from '../metrics/relevance.ts'

export type RankingMetrics = { readonly recallAtK: number; readonly reciprocalRank: number; readonly ndcgAtK: number }

/**
 * The figures of one ranking, its places cut at `k`. A document that holds several places earns its gain at the first of them.
 */
export function measureRanking(ranked: readonly string[], relevance: Relevance, k: number): RankingMetrics {
  return {
    recallAtK: recall(ranked, relevance, k),
    reciprocalRank: reciprocalRank(ranked, relevance, k),
    ndcgAtK: ndcg(ranked, relevance, k),
  }
}
