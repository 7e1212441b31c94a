import type { ChunkedDocument } from '../reading/chunk-document.ts'
import { ServiceError } from '../service-error.ts'
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

/**
 * As `embed`, but where the model cannot be asked a document has no vectors, and after the first such failure none is asked
 * for any more. `onFailure` is told once.
 */
export function embedWhilePossible(embed: EmbedChunks, onFailure: (error: ServiceError) => void): EmbedChunks {
  let failed = false
  return async (document) => {
    if (failed) return []
    try {
      return await embed(document)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      failed = true
      onFailure(error)
      return []
    }
  }
}
