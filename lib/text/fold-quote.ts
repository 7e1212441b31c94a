/**
 * `text` as quotes are compared (spec 04, code 19): NFC, each run of white space as one space, none at either end.
 * Half a character (a lone surrogate) becomes U+FFFD, which no stored text has in its place.
 * White space is Unicode's `White_Space`, so zero-width and soft-hyphen characters count. No case folding, no NFKC: what
 * remains different is a different text.
 */
export function foldQuote(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '')
}
