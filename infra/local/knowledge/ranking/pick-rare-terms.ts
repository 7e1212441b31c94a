/** Share of the documents from which a term is common, and how many documents must be there before any is. */
const commonShare = 0.1
const leastCommon = 200
/** The rarest terms are taken however common they are. */
const rarestTaken = 3

/**
 * The terms to recall by: each once, the rarest first, without those that many documents have. What a common word adds to a
 * rare one decides no recall, but is most of the work of one; the rerank step reads all words anyway.
 */
export function pickRareTerms(
  terms: readonly string[],
  documentsWith: (term: string) => number,
  documentCount: number,
): string[] {
  const most = Math.max(leastCommon, commonShare * documentCount)
  return [...new Set(terms)]
    .map((term) => ({ term, holders: documentsWith(term) }))
    .filter(({ holders }) => holders > 0)
    .sort((a, b) => a.holders - b.holders)
    .filter(({ holders }, at) => at < rarestTaken || holders <= most)
    .map(({ term }) => term)
}
