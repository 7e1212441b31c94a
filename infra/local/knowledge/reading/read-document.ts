// From an original's name and bytes to what the index holds of it.
import { extname } from 'node:path'
import { type ChunkedDocument, chunkDocument, kindByExtension, type TextKind } from './chunk-document.ts'
import { decodeText } from './decode-text.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'

export type ReadDocument = {
  readonly matter: FrontMatter | null
  readonly content: ChunkedDocument
  /** Whether the original has text beyond what is indexed of one document. */
  readonly cut: boolean
  /** What of the original could not be understood, one sentence each. */
  readonly warnings: readonly string[]
}

/** The kind of text that a name's extension tells, or null: not taken (spec 05, "File names"). */
export function kindOf(filename: string): TextKind | null {
  return kindByExtension[extname(filename).toLowerCase()] ?? null
}

/** Chunks that are indexed of one document, a megabyte of ordinary text or so: indexing more takes longer than a client waits. */
export const maxChunks = 2000

/** Never refuses: what cannot be read is left out, with a warning, and so is what is behind the first `maxChunks` chunks. */
export function readDocument(bytes: Uint8Array, kind: TextKind): ReadDocument {
  const { text, warning } = decodeText(bytes)
  const split = splitFrontMatter(text)
  const { cut, ...content } = chunkDocument(split.body, kind, maxChunks)
  const notAll = cut ? `only its first ${maxChunks} chunks are indexed` : null
  return {
    matter: split.matter,
    content,
    cut,
    warnings: [warning, split.warning, notAll].filter((one) => one !== null),
  }
}

/** What the index holds of a document that cannot be read: nothing but its name. */
export function unreadDocument(reason: string): ReadDocument {
  const content = { heading: null, chunks: [] }
  return { matter: null, content, cut: true, warnings: [`the document cannot be read: ${reason}`] }
}
