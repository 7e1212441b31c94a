import { firstPlaces } from './first-places.ts'
import type { Relevance } from './relevance.ts'

/**
 * Normalised discounted cumulative gain of the first `k` places (trec_eval's `ndcg_cut.k`; without `k` its `ndcg`): the gain is
 * the grade itself (linear, grades below 0 count as 0), the discount log2(rank + 1), the ideal is all judged documents by grade.
 * In [0, 1]; 0 for a query without relevant documents, as trec_eval has it.
 */
export function ndcg(ranked: readonly string[], relevance: Relevance, k = Number.POSITIVE_INFINITY): number {
  const gains = firstPlaces(ranked, k).map((id) => (id === null ? 0 : gainOf(relevance.get(id))))
  const ideal = [...relevance.values()]
    .map(gainOf)
    .sort((a, b) => b - a)
    .slice(0, k)
  const best = discounted(ideal)
  return best === 0 ? 0 : discounted(gains) / best
}

function gainOf(grade: number | undefined): number {
  return Math.max(0, grade ?? 0)
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
}
