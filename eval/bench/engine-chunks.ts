import { chunkDocument } from '../../infra/local/knowledge/reading/chunk-document.ts'
import type { Corpus } from '../retrieval/corpus.ts'

/** What every engine indexes: one piece of text under the title of its document. */
export type BenchChunk = { readonly id: string; readonly title: string; readonly text: string }

const sentenceEnd = /(?<=[.!?])\s+/

/**
 * `wanted` chunks of the corpus in its order, cut as our engine cuts them. When it has fewer, its documents come again, each with
 * every other sentence taken from another one: new texts out of the same words.
 */
export function benchChunks(corpus: Corpus, wanted: number): BenchChunk[] {
  const texts = corpus.documents.map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  const sentences = texts.map((text) => text.split(sentenceEnd))
  const chunks: BenchChunk[] = []
  for (let round = 0; chunks.length < wanted; round += 1) {
    for (const [at, own] of sentences.entries()) {
      const other = sentences[(at + 37 * round) % sentences.length] ?? own
      const mixed = own.map((sentence, n) => (n % 2 === 1 ? (other[n] ?? sentence) : sentence)).join(' ')
      const { heading, chunks: cut } = chunkDocument(round === 0 ? (texts[at] ?? '') : mixed, 'markdown')
      for (const [n, { text }] of cut.entries())
        chunks.push({ id: `${round}-${corpus.documents[at]?.id}-${n}`, title: heading ?? '', text })
      if (chunks.length >= wanted) break
    }
  }
  return chunks.slice(0, wanted)
}
