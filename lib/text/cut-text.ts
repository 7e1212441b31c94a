import { wellFormed } from './well-formed.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Number of Unicode code points: what this project means by "characters". */
export function countChars(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Number of bytes of `text` in UTF-8. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** UTF-16 offset behind the first `chars` code points, or null when there are no more than that. */
function offsetBehind(text: string, chars: number): number | null {
  if (text.length <= chars) return null
  let offset = 0
  for (let n = 0; n < chars; n += 1) {
    if (offset >= text.length) return null
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset < text.length ? offset : null
}

/**
 * `text` cut to at most `maxChars` code points, at a grapheme boundary at or before the limit: never within a surrogate pair,
 * a base with its combining marks, or a ZWJ sequence (spec 02, "Project"). One grapheme longer than the limit gives ''.
 * Lone surrogates become U+FFFD first.
 */
export function cutText(text: string, maxChars: number): { readonly text: string; readonly cut: boolean } {
  const clean = wellFormed(text)
  const limit = offsetBehind(clean, maxChars)
  if (limit === null) return { text: clean, cut: false }
  return { text: clean.slice(0, graphemeBoundaryAtOrBefore(clean, limit)), cut: true }
}

/**
 * Segmenting needs only a window that starts at a sure boundary, so a text of megabytes costs no more than its head. A
 * grapheme that contains `limit` is found by asking the segmenter for the one that holds the code unit before it.
 */
function graphemeBoundaryAtOrBefore(text: string, limit: number): number {
  const segment = graphemes.segment(text).containing(limit)
  return segment === undefined ? limit : segment.index
}
