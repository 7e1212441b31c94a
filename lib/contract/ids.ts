import * as z from 'zod'
import { limits } from './limits.ts'

/** A run: 1-80 of `A-Za-z0-9._-`, so that it can name a Step Functions execution (spec 08). */
export const runId = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9._-]{1,${limits.id.runChars}}$`),
    `must be 1-${limits.id.runChars} of A-Z a-z 0-9 . _ -`,
  )

/** A tool call within a run: 1-128 of `A-Za-z0-9._:-` (spec 08). `#` is left out: it separates the parts of ledger keys. */
export const toolCallId = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9._:-]{1,${limits.id.toolCallChars}}$`),
    `must be 1-${limits.id.toolCallChars} of A-Z a-z 0-9 . _ : -`,
  )

/** A request id that a caller may bring: 1-128 of `A-Za-z0-9._-` (spec 08). */
export const requestId = z.string().regex(new RegExp(`^[A-Za-z0-9._-]{1,${limits.id.requestChars}}$`))

const chunkMark = '#chunk-'

/** What a document is called in a path: the service's `doc_id` or our own `document_ref`. No path can hold the segments `.` and `..`. */
export const documentId = z
  .string()
  .min(1)
  .max(limits.id.documentRefChars)
  .regex(/^(?!\.{1,2}$)[^\s\p{Cc}\p{Cs}/\\#?]+$/u, {
    error: ({ input }) =>
      typeof input === 'string' && input.includes(chunkMark)
        ? 'names a chunk of a document; the document is what stands before the #'
        : 'must not hold white space, control characters, slashes, # or ?',
  })

/** A knowledge base of Amazon Bedrock, as `regex` takes it: wherever one is named, a schema of its own reads it. */
export const knowledgeBaseIdForm = [
  /^[0-9a-zA-Z]{10}$/,
  'must be the id of a knowledge base, 10 letters and digits',
] as const

/**
 * Parts of an evidence key `docId#chunk-N` (spec 02, "Map"): the last `#chunk-` counts, N is a non-negative integer.
 * Null when the key does not have that form.
 */
export function parseEvidenceKey(key: string): { docId: string; chunkIndex: number } | null {
  const at = key.lastIndexOf(chunkMark)
  if (at <= 0) return null
  const index = key.slice(at + chunkMark.length)
  if (!/^\d{1,15}$/.test(index)) return null
  return { docId: key.slice(0, at), chunkIndex: Number(index) }
}

/**
 * Every document id that an evidence key may stand for: what stands before each `#chunk-` in it, or the key itself where there
 * is none. For checks that must not miss a document, however an engine writes its keys.
 */
export function possibleDocumentIds(key: string): string[] {
  const ids: string[] = []
  for (let at = key.indexOf(chunkMark); at > 0; at = key.indexOf(chunkMark, at + 1)) ids.push(key.slice(0, at))
  return ids.length > 0 ? ids : [key]
}

/** The evidence key of chunk `chunkIndex` of document `docId`: the coordinate that reports quote literally. */
export function evidenceKeyOf(docId: string, chunkIndex: number): string {
  return `${docId}${chunkMark}${chunkIndex}`
}
