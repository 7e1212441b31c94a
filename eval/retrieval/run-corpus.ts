import { trecOrder } from '../metrics/trec-order.ts'
import type { CorpusQuery } from './corpus.ts'
import type { FoundDocument, RetrievalEngine } from './retrieval-engine.ts'

/** What an engine answered to one query, in trec_eval's order. */
export type Ranking = { readonly query: string; readonly found: readonly FoundDocument[] }

/** Digits behind the point of a score: what the run file says is what is measured. */
const scoreDigits = 6

/** Puts the queries to the engine one after the other. */
export async function runCorpus(
  engine: RetrievalEngine,
  queries: readonly CorpusQuery[],
  progress: (done: number) => void,
): Promise<Ranking[]> {
  const rankings: Ranking[] = []
  for (const [at, { id, text }] of queries.entries()) {
    const found = (await engine.search(text)).map((one) => ({ ...one, score: Number(one.score.toFixed(scoreDigits)) }))
    rankings.push({ query: id, found: trecOrder(found) })
    progress((at + 1) / queries.length)
  }
  return rankings
}
