// What a text hides from its reader is shown: control characters, and those that reorder text or have no shape.
import { wellFormed } from '../text/well-formed.ts'

/**
 * Controls, whatever Unicode says a display may leave out (overrides and isolates of direction, zero-width space, tags, fillers),
 * line separators and annotation marks. Not those that ordinary text needs: tab, line feed, variation selectors, joiners, and
 * direction marks.
 */
const hidden =
  /\r\n|(?![\t\n\u061c\u200c-\u200f]|\p{Variation_Selector}|\u034f)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028-\u202e\ufff9-\ufffb]/gu

/**
 * `text` with each hidden character as a symbol (`␀`) or by its number (`[U+202E]`), lone surrogates as U+FFFD, and line ends as
 * one line feed. What a browser shows of it is all that is there.
 */
export function visibleText(text: string): string {
  return wellFormed(text).replace(hidden, (char) => {
    const code = char.codePointAt(0) ?? 0
    if (char === '\r\n') return '\n'
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    if (code === 0x7f) return '\u2421'
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  })
}
