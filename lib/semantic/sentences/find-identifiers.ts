import { readUnit } from '../figures/units.ts'

/** A configuration key, path, flag, code, version, address or the like. */
export type Identifier = { readonly text: string; readonly at: number }

const chunks = /[A-Za-z0-9_./:@#$%+\\~*&-]+/g
const leading = '.:@#$%+*&'
const trailing = '.:@#$%+*&\\~-'
const longest = 256
const ordinalOrRange = /^\d[\d.,]*(?:st|nd|rd|th|s|-\d[\d.,]*[A-Za-z%]*|(?:-[a-z]+)+)$/i
const separators = /[/:@,&\\]+/
const quarter = /^[QH][1-4]$/
const numberWithUnit = /^\d[\d.]*([A-Za-zµμ/%]{1,9})$/
const abbreviation = /^(?:[A-Za-z]{1,2}\.)+[A-Za-z]{0,2}$/
const missingSpace = /^[A-Za-z]*[a-z]\.[A-Z][a-z]*$/

const shapes: readonly RegExp[] = [
  /^[A-Za-z][A-Za-z0-9+.-]*:\/\/./, // URL
  /^(?:~|\.{1,2})?\/[\w.@-]/, // path from a root
  /^[A-Za-z]:\\/, // path on a drive
  /^[\w.@-]+\/[\w./@-]*[\d_.][\w./@-]*$/, // path or image name
  /^--[A-Za-z]/, // long flag
  /^-[A-Za-z]$/, // short flag
  /[A-Za-z0-9]_[A-Za-z0-9]/, // snake_case
  /^[\w.+-]+@[\w-]+\.\w/, // mail address
  /^v?\d+\.\d+\.\d/, // version, IP
  /^v\d+(?:\.\d+)*$/i, // short version
  /^[\w-]*[A-Za-z][\w-]*(?:\.[\w-]+)+(?::\d+)?$/, // dotted key, file or host
  /^(?:[\w.-]+)?:\d{2,5}$/, // port
  /^\d{1,2}:\d{2}(?::\d{2})?$/, // time of day
  /^\d{4}-\d{2}-\d{2}/, // date
  /[a-z][A-Z]/, // camelCase
  /[A-Z]{2,}[a-z]{3,}/, // OOMKilled
  /^(?=[A-Z-]{5,}$)[A-Z]{5,}$/, // ECONNREFUSED
  /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, // p99, E1234, ORA-00942
]

/** The identifiers of a folded sentence, in order. Numbers with a unit are figures, not identifiers. */
export function findIdentifiers(sentence: string): Identifier[] {
  const found: Identifier[] = []
  for (const { text, at } of findChunks(sentence)) {
    const closingTag = text.startsWith('/') && sentence.charAt(at - 1) === '<'
    if (isIdentifier(text) && !closingTag) found.push({ text, at })
  }
  return found
}

/** The runs of a folded sentence that could be identifiers, without punctuation at their edges; cut at `=` and prose colons. */
export function findChunks(sentence: string): Identifier[] {
  const found: Identifier[] = []
  for (const { 0: run, index } of sentence.matchAll(chunks)) {
    let at = index
    for (const part of run.split(/((?<![:\d]):(?![/\\:\d])|::?$)/)) {
      const { from, to } = inner(part)
      if (from < to) found.push({ text: part.slice(from, to), at: at + from })
      at += part.length
    }
  }
  return found
}

/** What of `part` stands between punctuation at its edges. The start of a path (`./`, `../`, `~/`) stays. */
function inner(part: string): { readonly from: number; readonly to: number } {
  if (/^\.{1,2}\//.test(part)) return { from: 0, to: endOf(part, 0) }
  let from = 0
  while (from < part.length && leading.includes(part.charAt(from))) from += 1
  return { from, to: endOf(part, from) }
}

function endOf(part: string, from: number): number {
  let to = part.length
  while (to > from && trailing.includes(part.charAt(to - 1))) to -= 1
  return to
}

function isIdentifier(text: string): boolean {
  if (text.length < 2 || !/[A-Za-z0-9]/.test(text)) return false
  if (text.length > longest) return /[\d_/.:\\]/.test(text)
  if (ordinalOrRange.test(text) || abbreviation.test(text) || quarter.test(text) || missingSpace.test(text))
    return false
  const suffix = numberWithUnit.exec(text)?.[1]
  if (suffix !== undefined && readUnit(suffix)?.length === suffix.length) return false
  return shapes.some((shape) => shape.test(text))
}

/** Whether an identifier is a date (or starts with one): then its numbers are those of a date in words too. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text)
}

/** How an identifier is compared: case does not matter but in a one-letter flag. */
function identifierKey(text: string): string {
  return text.length === 2 && text.startsWith('-') ? text : text.toLowerCase()
}

/** The keys under which an identifier of the evidence can be named: itself, its parts, and the ends of a dotted one. */
export function identifierKeys(text: string): string[] {
  const whole = identifierKey(text)
  const keys = [whole]
  if (whole.length > longest) return keys
  const parts = whole.split(separators).filter((part) => part !== '')
  if (parts.length > 1) keys.push(...parts)
  for (const part of parts.slice(0, 16)) {
    const steps = part.split('.')
    for (let i = 1; i < steps.length && i <= 8; i += 1)
      keys.push(steps.slice(i).join('.'), steps.slice(0, -i).join('.'))
  }
  return keys
}

/** The alternatives under which the evidence may name an identifier; of each alternative it must have every key. */
export function identifierAlternatives(text: string): readonly (readonly string[])[] {
  const key = identifierKey(text)
  const parts = key.split(separators).filter((part) => part !== '')
  const singular = key.endsWith('s') ? [[key.slice(0, -1)]] : []
  return [[key], [`${key}s`], ...singular, ...(parts.length > 1 ? [parts] : [])]
}
