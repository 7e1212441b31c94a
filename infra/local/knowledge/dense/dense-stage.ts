// When the model is asked, for how long, and what its failure means: at a start a document less, anywhere else a refusal.
import { ServiceError } from '../service-error.ts'
import { type EmbedChunks, embedChunksWith } from './embed-chunks.ts'
import type { Embedder, Vector } from './embedder.ts'
import { openVectorCache } from './vector-cache.ts'

/** Times for the model, in ms: a search as a whole has 5 s, an ingest 20 to 30, a probe 10 (spec 01, "Endpoints"). */
const budgetMs = { query: 3000, ingest: 12_000, stored: 600_000, probe: 5000 } as const

export type DenseStage = {
  readonly model: string
  /** @throws ServiceError `E_EMBEDDING_UNAVAILABLE` */
  query(text: string): Promise<Vector>
  /** @throws ServiceError `E_EMBEDDING_UNAVAILABLE` */
  readonly ingested: EmbedChunks
  /** For all stored documents: a document whose vectors are not on disk has none once the model has failed. */
  atStart(): Promise<EmbedChunks>
  /** The same, but it fails with the model. @throws ServiceError `E_EMBEDDING_UNAVAILABLE` */
  forRebuild(): Promise<EmbedChunks>
  /** Asks the model. @throws ServiceError `E_EMBEDDING_UNAVAILABLE` */
  probe(): Promise<void>
}

/**
 * @param folder keeps the vectors
 * @param onFailure is told once of a start that goes on without the model
 */
export function openDenseStage({
  folder,
  embedder,
  now,
  onFailure,
}: {
  readonly folder: string
  readonly embedder: Embedder
  readonly now: () => number
  readonly onFailure: (failure: ServiceError) => void
}): DenseStage {
  const ask = async (model: Embedder, text: string, ms: number) => {
    const [vector] = await model.embed([text], ms)
    if (vector === undefined) throw new ServiceError('E_EMBEDDING_UNAVAILABLE', 'The embedding model gave nothing.')
    return vector
  }
  /** A model may be another one under the same name: what is on disk counts only where it has the length of today's vectors. */
  const lengthNow = async (model: Embedder) => (await ask(model, 'gateway timeout', budgetMs.probe)).length
  const over = (model: Embedder, length: number | null, ms: number) =>
    embedChunksWith(openVectorCache(folder, model, now, length), ms)

  return {
    model: embedder.model,
    query: (text) => ask(embedder, text, budgetMs.query),
    // One request more: what an earlier try left on disk may be of another model.
    ingested: async (document) => over(embedder, await lengthNow(embedder), budgetMs.ingest)(document),
    async atStart() {
      const model = untilFailure(embedder, onFailure)
      const embed = over(model, await orNull(lengthNow(model)), budgetMs.stored)
      return async (document) => (await orNull(embed(document))) ?? []
    },
    forRebuild: async () => over(embedder, await lengthNow(embedder), budgetMs.stored),
    probe: async () => void (await lengthNow(embedder)),
  }
}

/** `embedder` until it fails; from then on it fails at once, so that a start does not wait for it document by document. */
function untilFailure(embedder: Embedder, onFailure: (failure: ServiceError) => void): Embedder {
  let failure: ServiceError | null = null
  return {
    model: embedder.model,
    async embed(texts, ms) {
      if (failure !== null) throw failure
      try {
        return await embedder.embed(texts, ms)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        failure = error
        onFailure(error)
        throw error
      }
    },
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
