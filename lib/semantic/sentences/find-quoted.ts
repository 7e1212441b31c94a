/** A quoted string of a statement, without its quotes. */
export type Quoted = { readonly text: string; readonly at: number }

const quoted =
  /"([^"\n]{2,400})"|“([^“”\n]{1,400})”|「([^「」\n]{1,400})」|『([^『』\n]{1,400})』|`([^`\n]{1,400})`|(?<![\p{L}\p{N}])'([^'\n]{3,200})'(?![\p{L}\p{N}])/gu

/** The quoted strings of a folded text: ASCII, typographic and Chinese quotes, and code in backticks. */
export function findQuoted(text: string): Quoted[] {
  return [...text.matchAll(quoted)].map((match) => ({
    text: match.slice(1).find((group) => group !== undefined) ?? '',
    at: match.index,
  }))
}

/** A text as quoted strings are searched in it: only letters, digits and signs that carry meaning, one space between. */
export function foldForQuotes(text: string): string {
  return text
    .toLowerCase()
    .replace(/n't\b/g, ' not')
    .replace(/["“”「」『』`'*,.!?;:。、…\s]+/g, ' ')
    .trim()
}

/** The parts of a quoted string that must each occur: it may leave something out with an ellipsis or brackets. */
export function quotedParts(text: string): string[] {
  return text
    .split(/\.{3}|\[[^\]]{0,80}\]/)
    .map(foldForQuotes)
    .filter((part) => part !== '')
}
