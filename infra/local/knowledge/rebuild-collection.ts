import { type Collection, createCollection, indexStored } from './collection.ts'
import type { EmbedChunks } from './dense/embed-chunks.ts'
import type { DocumentStore } from './document-store.ts'
import { createShareTurns } from './share-turns.ts'

/**
 * A new collection of all stored documents. Lets other work have its turns; `step` is called (and awaited) after each,
 * with how many of how many are done, and ends the work early by returning false, which gives null.
 * @throws what `embed` throws
 */
export async function rebuildCollection(
  store: DocumentStore,
  embed: EmbedChunks,
  step: (processed: number, total: number) => Promise<boolean>,
): Promise<Collection | null> {
  const collection = createCollection()
  const names = await store.names()
  const shareTurns = createShareTurns()
  for (const [at, name] of names.entries()) {
    const stored = await store.read(name)
    if (stored !== null) await indexStored(collection, stored.document, stored.bytes, embed)
    if (!(await step(at + 1, names.length))) return null
    await shareTurns()
  }
  return collection
}
