/**
 * `text` as quotes are compared (spec 04, code 19): NFC, each run of white space as one space, none at either end.
 * Half characters (lone surrogates) become two low surrogates, which no stored text has: it is well-formed. So a quote with
 * half a character is in no text, neither in the whole character nor where the text has U+FFFD.
 * White space is Unicode's `White_Space`, so zero-width and soft-hyphen characters count. No case folding, no NFKC: what
 * remains different is a different text.
 */
export function foldQuote(text: string): string {
  return text
    .replace(/\p{Surrogate}+/gu, '\udc00\udc00')
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '')
}
