import type { CorpusDocument } from './corpus.ts'

/** A document that an engine found: its best chunk's score, and whether the engine gives that as evidence. */
export type FoundDocument = {
  readonly id: string
  readonly score: number
  /** False for what an engine ranks, but keeps back as too weak. */
  readonly evidence: boolean
}

/** An engine under evaluation, filled with the documents of one corpus. */
export type RetrievalEngine = {
  /** Documents for a query, each once, in no particular order. */
  search(query: string): Promise<readonly FoundDocument[]>
}

export type OpenEngine = (
  corpus: { readonly name: string; readonly documents: readonly CorpusDocument[] },
  progress: (done: number) => void,
) => Promise<RetrievalEngine>
