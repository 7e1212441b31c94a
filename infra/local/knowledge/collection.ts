// All indexed documents in memory: one search index a scope, and how each document is shown.

import { evidenceKeyOf } from '../../../lib/contract/ids.ts'
import type { RetrievalMode } from '../../../lib/contract/knowledge-api.ts'
import { type EmbedChunks, noVectors } from './dense/embed-chunks.ts'
import type { Vector } from './dense/embedder.ts'
import type { StoredDocument } from './document-store.ts'
import { createSearchIndex, type SearchIndex } from './ranking/search-index.ts'
import { readAside, readBudgetMs } from './reading/read-aside.ts'
import { kindOf, type ReadDocument, unreadDocument } from './reading/read-document.ts'
import { ServiceError } from './service-error.ts'
import { createShareTurns } from './share-turns.ts'

export type FoundChunk = {
  readonly evidenceKey: string
  readonly docId: string
  readonly source: string
  readonly title: string
  readonly breadcrumb: string
  readonly excerpt: string
  readonly score: number
}

export type Collection = {
  /** The document of this id in this scope, or null. */
  find(docId: string, kbScope: string | null): { readonly document: StoredDocument; readonly chunkCount: number } | null
  /**
   * Adds a document, or gives the one that is there its new description. Resolves to the number of its chunks, when it can be
   * found; searches go on meanwhile. One call at a time.
   * @param vectors one a chunk, or none
   */
  put(document: StoredDocument, read: ReadDocument, vectors?: readonly Vector[]): Promise<number>
  /** Candidates of one scope, best first, at most `most`. */
  search(
    query: string,
    options: {
      readonly mode: RetrievalMode
      readonly most: number
      readonly category: string | null
      readonly kbScope: string | null
      /** The query's, when there is a model. */
      readonly vector?: Vector | null
    },
  ): FoundChunk[]
  readonly documentCount: number
  readonly chunkCount: number
}

type Held = { document: StoredDocument; readonly read: ReadDocument }
type Scope = { readonly index: SearchIndex; readonly documents: Map<string, Held> }

export function createCollection(): Collection {
  const scopes = new Map<string | null, Scope>()
  const sum = (count: (scope: Scope) => number) =>
    [...scopes.values()].reduce((total, scope) => total + count(scope), 0)
  return {
    find(docId, kbScope) {
      const held = scopes.get(kbScope)?.documents.get(docId)
      return held === undefined ? null : { document: held.document, chunkCount: held.read.content.chunks.length }
    },
    async put(document, read, vectors = []) {
      const scope = scopes.get(document.kb_scope) ?? { index: createSearchIndex(), documents: new Map<string, Held>() }
      scopes.set(document.kb_scope, scope)
      const held = scope.documents.get(document.doc_id)
      if (held !== undefined) {
        held.document = document
        return held.read.content.chunks.length
      }
      await scope.index.add(document.doc_id, { ...read.content, name: document.filename, vectors }, createShareTurns())
      scope.documents.set(document.doc_id, { document, read })
      return read.content.chunks.length
    },
    search(query, { mode, most, category, kbScope, vector = null }) {
      const scope = scopes.get(kbScope)
      if (scope === undefined) return []
      const accepts = (docId: string) => category === null || scope.documents.get(docId)?.document.category === category
      return scope.index.search(query, mode, most, accepts, vector).flatMap(({ docId, chunkIndex, score }) => {
        const held = scope.documents.get(docId)
        return held === undefined ? [] : [foundChunk(held, chunkIndex, score)]
      })
    },
    get documentCount() {
      return sum((scope) => scope.documents.size)
    },
    get chunkCount() {
      return sum((scope) => scope.index.chunkCount)
    },
  }
}

function foundChunk({ document, read }: Held, chunkIndex: number, score: number): FoundChunk {
  const { matter, content } = read
  const chunk = content.chunks[chunkIndex]
  const title = matter?.title ?? content.heading ?? document.filename
  return {
    evidenceKey: evidenceKeyOf(document.doc_id, chunkIndex),
    docId: document.doc_id,
    source: matter?.source ?? document.filename,
    title,
    breadcrumb: [matter?.breadcrumb ?? title, ...(chunk?.path ?? [])].join(' > '),
    excerpt: chunk?.text ?? '',
    score,
  }
}

/** More than an ingest has: a document that was taken is not lost because the machine is busier today. */
const storedBudgetMs = 4 * readBudgetMs

/**
 * Puts a stored document into `collection`, read anew from its bytes; one that cannot be read within `budgetMs` is one without
 * text, so that it keeps no other from being indexed. Returns what the reading warned of.
 * @throws what `embed` throws; nothing is put then
 */
export async function indexStored(
  collection: Collection,
  document: StoredDocument,
  bytes: Uint8Array,
  embed: EmbedChunks = noVectors,
  budgetMs = storedBudgetMs,
): Promise<readonly string[]> {
  const read = await readAside(bytes, kindOf(document.filename) ?? 'text', budgetMs).catch((error: unknown) => {
    if (error instanceof ServiceError) return unreadDocument(error.message)
    throw error
  })
  await collection.put(document, read, await embed(read.content))
  return read.warnings
}
