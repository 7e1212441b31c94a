import { isRelevant, type Relevance } from './relevance.ts'

/** 1 when the first `k` places hold a relevant document, else 0 (trec_eval's `success.k`; others call it hit@k). */
export function success(ranked: readonly string[], relevance: Relevance, k: number): 0 | 1 {
  return ranked.slice(0, k).some((id) => isRelevant(relevance, id)) ? 1 : 0
}
