import { defaultCategory } from '../../../lib/contract/knowledge-api.ts'
import type { Collection } from './collection.ts'
import type { EmbedChunks } from './dense/embed-chunks.ts'
import { documentIdOf, sha256Of } from './document-id.ts'
import type { DocumentStore, StoredDocument } from './document-store.ts'
import { kindByExtension } from './reading/chunk-document.ts'
import { readAside } from './reading/read-aside.ts'
import { kindOf, maxChunks } from './reading/read-document.ts'
import { ServiceError } from './service-error.ts'

export type Upload = {
  readonly filename: string
  readonly bytes: Uint8Array
  /** As the form gave it; null when it did not, or said that nobody chose it. */
  readonly category: string | null
  readonly kbScope: string | null
}

export type Ingested = {
  readonly docId: string
  readonly chunkCount: number
  /** The same content under the same name was there already, in this scope. */
  readonly unchanged: boolean
  /** What the front matter says that it is filed under, where that decided; else null. */
  readonly ownCategory: string | null
  readonly warnings: readonly string[]
}

/**
 * Takes one document: on disk first, then into `collection` (spec 01, "Ingest"). What the form says outranks the front matter.
 * The same content again in the same scope stays one document, which takes the category of the newest ingest; in another scope it
 * is a document of its own, so that scopes cannot reach into each other.
 * @throws ServiceError `E_UNSUPPORTED_MEDIA_TYPE` by the name's extension; `E_VALIDATION` for an empty file;
 * `E_PAYLOAD_TOO_LARGE` for one that cannot be read within `readBudgetMs`, or of which not all would be indexed: the reply has
 * no place to say so; what `embed` throws. Nothing is kept then.
 */
export async function ingestDocument(
  upload: Upload,
  {
    store,
    collection,
    embed,
    now,
    readBudgetMs,
  }: {
    readonly store: DocumentStore
    readonly collection: Collection
    readonly embed: EmbedChunks
    readonly now: () => number
    readonly readBudgetMs?: number | undefined
  },
): Promise<Ingested> {
  const kind = kindOf(upload.filename)
  if (kind === null) {
    const taken = Object.keys(kindByExtension).join(' ')
    throw new ServiceError('E_UNSUPPORTED_MEDIA_TYPE', `Only these types are taken: ${taken}`)
  }
  if (upload.bytes.length === 0) throw new ServiceError('E_VALIDATION', 'The file is empty.')
  const sha256 = sha256Of(upload.bytes)
  const read = await readAside(upload.bytes, kind, readBudgetMs)
  if (read.cut) {
    throw new ServiceError(
      'E_PAYLOAD_TOO_LARGE',
      `The document has more text than is indexed of one (${maxChunks} chunks, about 1 MB of text); split it.`,
    )
  }
  const kbScope = upload.kbScope ?? read.matter?.kb_scope ?? null
  const ownCategory = upload.category === null ? (read.matter?.category ?? null) : null
  const category = upload.category ?? ownCategory ?? defaultCategory
  const docId = freeId(upload.filename, sha256, kbScope, collection)
  const before = collection.find(docId, kbScope)
  if (before !== null && before.document.category === category) {
    return { docId, chunkCount: before.chunkCount, unchanged: true, ownCategory, warnings: read.warnings }
  }
  const document: StoredDocument = {
    version: 1,
    doc_id: docId,
    filename: before?.document.filename ?? upload.filename,
    category,
    kb_scope: kbScope,
    sha256,
    ingested_at: new Date(now()).toISOString(),
  }
  const vectors = before === null ? await embed(read.content) : []
  await store.put(document, upload.bytes)
  return {
    docId,
    chunkCount: await collection.put(document, read, vectors),
    unchanged: before !== null,
    ownCategory,
    warnings: read.warnings,
  }
}

/** The short id, unless other content has it: eight hexadecimal digits do not tell all contents apart. */
function freeId(filename: string, sha256: string, kbScope: string | null, collection: Collection): string {
  const short = documentIdOf(filename, sha256)
  const holder = collection.find(short, kbScope)
  return holder === null || holder.document.sha256 === sha256 ? short : documentIdOf(filename, sha256, { long: true })
}
