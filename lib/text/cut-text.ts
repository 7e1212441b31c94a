import { wellFormed } from './well-formed.ts'

let segmenter: Intl.Segmenter | undefined

/** Made by the first text that needs it: it takes as long as many a lookup. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter
}

/** Most texts have none: then code units are code points, and nothing need be walked. */
const surrogate = /[\ud800-\udfff]/

/** Printable ASCII and Han join nothing (UAX #29): between two of them is always a boundary, and no segmenter need say so. */
const plainPair = /^[ -~\u4e00-\u9fff]{2}$/

/** Number of Unicode code points: what this project means by "characters". */
export function countChars(text: string): number {
  if (!surrogate.test(text)) return text.length
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Number of bytes of `text` in UTF-8. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8')
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

/** UTF-16 offset behind the first `chars` code points, or null when there are no more than that. */
function offsetBehind(text: string, chars: number): number | null {
  if (text.length <= chars) return null
  if (!surrogate.test(text.slice(0, chars))) return chars
  let offset = 0
  for (let n = 0; n < chars; n += 1) {
    if (offset >= text.length) return null
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset < text.length ? offset : null
}

/**
 * The start of the grapheme that holds the code point at `limit`. Whether a boundary lies before a code point never depends
 * on what follows it (UAX #29), so the segmenter is shown no more than that: a text of megabytes costs no more than its head.
 */
function graphemeBoundaryAtOrBefore(text: string, limit: number): number {
  if (plainPair.test(text.slice(limit - 1, limit + 1))) return limit
  return (
    graphemes()
      .segment(text.slice(0, limit + 2))
      .containing(limit)?.index ?? limit
  )
}
