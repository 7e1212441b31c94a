/** `text` with each lone surrogate replaced by U+FFFD, so that it survives UTF-8 and strict JSON parsers (spec 02, "Project"). */
export function wellFormed(text: string): string {
  return text.toWellFormed()
}
