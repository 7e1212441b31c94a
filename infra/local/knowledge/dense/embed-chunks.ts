import type { ChunkedDocument } from '../reading/chunk-document.ts'
import type { Embedder, Vector } from './embedder.ts'

/** One vector a chunk; none where there is no model. */
export type EmbedChunks = (document: ChunkedDocument) => Promise<readonly Vector[]>

export const noVectors: EmbedChunks = async () => []

/** The model reads each chunk below its headings: alone it may not say what it is about. @throws as `embedder.embed` */
export function embedChunksWith(embedder: Embedder, budgetMs: number): EmbedChunks {
  return ({ heading, chunks }) =>
    embedder.embed(
      chunks.map(({ path, text }) => [[...(heading === null ? [] : [heading]), ...path].join(' > '), text].join('\n')),
      budgetMs,
    )
}
