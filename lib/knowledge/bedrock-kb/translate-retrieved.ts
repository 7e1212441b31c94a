// One result of `Retrieve` in the words of spec 01's table, so that one table of missing and mistyped fields holds for every engine.
import { fileNameOf, nameDocument, textDigest } from './name-document.ts'
import { type Retrieved, retrieved, retrievedContent } from './retrieve-reply.ts'

/** Hex digits of the digest that stands for a chunk which the engine gives no id. */
const digestChars = 16

/**
 * A hit as `mapHit` takes it; what is no result is handed on as it is. `evidence_key` is `{document}#chunk-{chunk}`, or
 * `vector:{chunk}` for a result that names no document; the chunk is the engine's id of it, else a digest of its text, so that the
 * same chunk has the same key each time. Bedrock's `score` is no calibrated one: what it is worth depends on the store, the
 * embedding and the reranker, and the thresholds of the grades are configuration.
 */
export function translateRetrieved(raw: unknown): unknown {
  const parsed = retrieved.safeParse(raw)
  if (!parsed.success) return raw
  const result = parsed.data
  const address = addressOf(result)
  const name = textOf(result.metadata?.document_id) ?? textOf(result.documentId) ?? address
  const document = name === null ? null : nameDocument(name)
  const excerpt = excerptOf(result.content)
  return {
    evidence_key: keyOf(document, result.metadata?.['x-amz-bedrock-kb-chunk-id'], excerpt),
    document_id: document,
    excerpt,
    quality_score: result.score,
    source: address === null ? null : fileNameOf(address),
    title: result.metadata?.title,
    breadcrumb: result.metadata?.breadcrumb,
  }
}

/** Where the document lies, or the id that it was given in a data source of one's own. */
function addressOf({ location, metadata }: Retrieved): string | null {
  const { customDocumentLocation: custom, ...elsewhere } = location ?? {}
  const places = [
    custom,
    elsewhere.s3Location,
    elsewhere.webLocation,
    elsewhere.confluenceLocation,
    elsewhere.salesforceLocation,
    elsewhere.sharePointLocation,
    elsewhere.kendraDocumentLocation,
    elsewhere.oneDriveLocation,
    elsewhere.googleDriveLocation,
  ]
  const given = places.flatMap((place) => textOf(place?.id) ?? textOf(place?.uri) ?? textOf(place?.url) ?? [])
  return given[0] ?? textOf(metadata?.['x-amz-bedrock-kb-source-uri'])
}

/** The text; of what has none because it is something else (an image, a row of a database) nothing that could pass for one. */
function excerptOf(given: unknown): unknown {
  if (given === undefined || given === null) return null
  const content = retrievedContent.safeParse(given)
  if (!content.success) return [given]
  const { text = null, type = null } = content.data
  return text === null && type !== null && type !== 'TEXT' ? [given] : text
}

/** A chunk id of the wrong type is handed on. */
function keyOf(document: string | null, chunkId: unknown, excerpt: unknown): unknown {
  if (chunkId !== undefined && chunkId !== null && typeof chunkId !== 'string') return chunkId
  const chunk = textOf(chunkId) ?? (typeof excerpt === 'string' ? textDigest(excerpt, digestChars) : null)
  if (chunk === null) return null
  return document === null ? `vector:${chunk}` : `${document}#chunk-${chunk}`
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
