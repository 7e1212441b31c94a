import type { Relevance } from '../metrics/relevance.ts'

export type CorpusDocument = {
  readonly id: string
  /** Name under which an engine gets it; its ending says the kind of text. */
  readonly filename: string
  readonly bytes: Uint8Array
}

export type CorpusQuery = { readonly id: string; readonly text: string }

/** Documents, queries and judgements of one test collection, each in the order of its file. */
export type Corpus = {
  readonly name: string
  readonly documents: readonly CorpusDocument[]
  /** Judged queries only: each has at least one judgement. */
  readonly queries: readonly CorpusQuery[]
  readonly qrels: ReadonlyMap<string, Relevance>
}
