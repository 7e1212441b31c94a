/**
 * What is relevant to one query: its judged documents with their grades. As trec_eval reads qrels: a grade of 1 or more is
 * relevant, 0 and less is judged and not relevant, and a document that is not in here was not judged, which counts as 0.
 */
export type Relevance = ReadonlyMap<string, number>

/** Grade from which a document is relevant (trec_eval's default `-l 1`). */
const leastRelevant = 1

/** Whether a document is judged relevant. */
export function isRelevant(relevance: Relevance, id: string): boolean {
  return (relevance.get(id) ?? 0) >= leastRelevant
}

/** How many documents are judged relevant, found or not. */
export function countRelevant(relevance: Relevance): number {
  return [...relevance.keys()].filter((id) => isRelevant(relevance, id)).length
}
