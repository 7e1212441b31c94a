import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Collection, createCollection, indexStored } from './collection.ts'
import type { DocumentStore } from './document-store.ts'

/** Time for which reading and indexing may hold the event loop before other requests get their turn. */
const holdMs = 15

/**
 * A new collection of all stored documents. Yields to other work between documents; `step` is called (and awaited) after each,
 * with how many of how many are done, and ends the work early by returning false, which gives null.
 */
export async function rebuildCollection(
  store: DocumentStore,
  step: (processed: number, total: number) => Promise<boolean>,
): Promise<Collection | null> {
  const collection = createCollection()
  const names = await store.names()
  let turnStarted = performance.now()
  for (const [at, name] of names.entries()) {
    const stored = await store.read(name)
    if (stored !== null) indexStored(collection, stored.document, stored.bytes)
    if (!(await step(at + 1, names.length))) return null
    if (performance.now() - turnStarted > holdMs) {
      await nextTurn()
      turnStarted = performance.now()
    }
  }
  return collection
}
