// Where quotes stand in an excerpt as it was stored, found the way the guard finds them (spec 04, code 19).
import { foldQuote } from '../text/fold-quote.ts'
import { wellFormed } from '../text/well-formed.ts'

/** UTF-16 offsets; `end` is behind the last unit. */
export type Span = { readonly start: number; readonly end: number }

let segmenter: Intl.Segmenter | undefined

/** Made by the first text that needs it: it takes as long as many a lookup. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter
}
const whiteSpace = /\p{White_Space}/u

/**
 * Every place in `excerpt` where a quote stands after folding, as spans of the original at grapheme boundaries: in order, and
 * where they overlap or touch, joined. Blank quotes stand nowhere.
 */
export function findQuotes(excerpt: string, quotes: readonly string[]): Span[] {
  const sought = quotes.map(foldQuote).filter((quote) => quote !== '')
  if (sought.length === 0) return []
  const folded = foldWithOrigins(excerpt)
  return joined(sought.flatMap((quote) => placesOf(quote, folded)))
}

/** The folded text, and for each of its code units the span of the original that it came from. */
type Folded = { readonly text: string; readonly origins: readonly Span[] }

/** NFC composes and reorders within a grapheme only, so normalising grapheme by grapheme is normalising the whole. */
function foldWithOrigins(original: string): Folded {
  let text = ''
  const origins: Span[] = []
  for (const { segment, index } of graphemes().segment(wellFormed(original))) {
    const span = { start: index, end: index + segment.length }
    for (const char of segment.normalize('NFC')) {
      const space = whiteSpace.test(char)
      // A folded quote has no blank at either end, so where a run of blanks ends is never asked.
      if (space && text.endsWith(' ')) continue
      text += space ? ' ' : char
      for (let unit = 0; unit < (space ? 1 : char.length); unit += 1) origins.push(span)
    }
  }
  return { text, origins }
}

function placesOf(quote: string, { text, origins }: Folded): Span[] {
  const places: Span[] = []
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const [first, last] = [origins[at], origins[at + quote.length - 1]]
    if (first !== undefined && last !== undefined) places.push({ start: first.start, end: last.end })
  }
  return places
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    } else result.push(span)
  }
  return result
}
