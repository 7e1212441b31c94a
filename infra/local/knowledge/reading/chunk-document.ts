// From the text of a document to the chunks that are indexed and quoted.
import { htmlToMarkdown } from './html-text.ts'
import { markdownSections } from './markdown-sections.ts'
import { pieceSize, splitLines } from './split-lines.ts'

export type Chunk = {
  /** Original text of the chunk, readable as it stands; HTML as simple Markdown. */
  readonly text: string
  /** Headings above and of the chunk, without the one that stands above all of the document. */
  readonly path: readonly string[]
}

export type ChunkedDocument = {
  /** The first heading of the body, null when it has none. Unlike a title in front matter it may be indexed. */
  readonly heading: string | null
  readonly chunks: readonly Chunk[]
}

export type TextKind = 'markdown' | 'text' | 'html'

/** Types by extension (spec 05); everything else is 415. */
export const kindByExtension: Readonly<Record<string, TextKind>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'text',
  '.html': 'html',
  '.htm': 'html',
}

/**
 * Chunks of `body` (front matter already gone): by headings, then by size. Line ends become `\n`.
 * @param most chunks that are given; `cut` says that the body has more text, or so much white space that its end was not read
 */
export function chunkDocument(
  body: string,
  kind: TextKind,
  most = Number.POSITIVE_INFINITY,
): ChunkedDocument & { readonly cut: boolean } {
  const whole = body.toWellFormed().replace(/\r\n?/g, '\n')
  const readable = kind === 'html' ? htmlToMarkdown(whole) : whole
  const text = readable.slice(0, 2 * (most + 1) * pieceSize.most)
  const given = (heading: string | null, parts: readonly Part[]) => {
    const chunks = chunksOf(parts)
    const cut = chunks.length > most || readable.length > text.length
    return { heading, chunks: chunks.slice(0, most), cut }
  }
  if (kind === 'text') return given(null, [{ path: [], lines: text.split('\n'), inCode: new Set() }])
  const sections = markdownSections(text)
  const tops = sections.map((section) => section.path[0]).filter((top) => top !== undefined)
  const heading = tops[0] ?? null
  const overall = tops.every((top) => top === heading)
  const parts = overall ? sections.map((section) => ({ ...section, path: section.path.slice(1) })) : sections
  return given(heading, parts)
}

type Part = {
  readonly path: readonly string[]
  readonly lines: readonly string[]
  readonly inCode: ReadonlySet<number>
}

function chunksOf(parts: readonly Part[]): Chunk[] {
  return parts.flatMap(({ path, lines, inCode }) => splitLines(lines, inCode).map((text) => ({ text, path })))
}
