// Content-Disposition as browsers and HTTP clients of the last twenty years have written it. Header text is "binary": one
// character a byte, so that its encoding is decided here and nowhere else.
import { Fault } from '../contract/faults.ts'

/** Name and file name of a part, decoded; `filename` is null for a part that is no file. */
export type Disposition = { readonly name: string; readonly filename: string | null }

type Parameter = { readonly key: string; readonly value: string }

const refuse = (message: string, cause?: unknown) =>
  new Fault('E_VALIDATION', { details: [{ path: 'file', message }], cause })
const malformed = () => refuse('the Content-Disposition of a part is malformed')

/**
 * `header` (one character a byte) as a part's disposition; null when it is no `form-data` with a name. Text is UTF-8, or in
 * the extended form of RFC 5987, or in the pieces of RFC 2231; the extended forms win over the plain one (spec 05).
 * @throws Fault `E_VALIDATION` for a parameter that does not end, or bytes that are not in their charset
 */
export function parseDisposition(header: string): Disposition | null {
  const [, rest] = /^\s*form-data\s*(;.*)$/is.exec(header.trimEnd()) ?? []
  if (rest === undefined) return null
  const parameters = splitParameters(rest)
  const name = textOf(parameters, 'name')
  return name === null ? null : { name, filename: textOf(parameters, 'filename') }
}

function splitParameters(text: string): Parameter[] {
  const found: Parameter[] = []
  const key = /\s*;\s*(?:([^\s=;"]+)\s*=\s*)?/y
  let at = 0
  while (at < text.length) {
    key.lastIndex = at
    const match = key.exec(text)
    if (match === null) throw malformed()
    at = key.lastIndex
    if (match[1] === undefined) continue
    const quoted = text[at] === '"'
    const start = quoted ? at + 1 : at
    const end = quoted ? closingQuote(text, start) : endOfToken(text, start)
    found.push({ key: match[1].toLowerCase(), value: text.slice(start, end) })
    at = quoted ? end + 1 : end
  }
  return found
}

function endOfToken(text: string, start: number): number {
  const end = text.indexOf(';', start)
  const token = text.slice(start, end === -1 ? text.length : end)
  return start + token.trimEnd().length
}

/**
 * Old browsers wrote quotes inside a name as they are, or as `\"`. So a quote closes only where the header ends or another
 * parameter begins, and one behind a backslash only if no other does.
 */
function closingQuote(text: string, start: number): number {
  const after = /\s*(?:$|;\s*(?:$|[\w!#$%&'*+.^`|~-]+\s*=))/y
  let escaped = -1
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    after.lastIndex = at + 1
    if (!after.test(text)) continue
    if (!isEscaped(text, at)) return at
    escaped = at
  }
  if (escaped === -1) throw malformed()
  return escaped
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

/** The parameter `base` in the best form that is there; null when it is not there. */
function textOf(parameters: readonly Parameter[], base: string): string | null {
  const all = (key: string) => parameters.filter((p) => p.key === key)
  const [extended, ...more] = all(`${base}*`)
  if (extended !== undefined) {
    if (more.length > 0) throw malformed()
    return decodeExtended([{ value: extended.value, encoded: true }])
  }
  const pieces = piecesOf(parameters, base)
  if (pieces.length > 0) return decodeExtended(pieces)
  const [plain, ...others] = all(base)
  if (others.length > 0) throw malformed()
  return plain === undefined ? null : decodeBytes(asBrowsersWrite(plain.value), 'utf-8')
}

/** `%22`, `%0D` and `%0A` stand for the characters that would break the header; nothing else is encoded (HTML, form data). */
function asBrowsersWrite(value: string): string {
  return value.replaceAll('\\"', '"').replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

type Piece = { readonly value: string; readonly encoded: boolean }

/** RFC 2231: `name*0`, `name*1*`, ... in order, up to the first that is missing. */
function piecesOf(parameters: readonly Parameter[], base: string): Piece[] {
  const pieces: Piece[] = []
  for (let n = 0; ; n += 1) {
    const piece = parameters.find((p) => p.key === `${base}*${n}` || p.key === `${base}*${n}*`)
    if (piece === undefined) return pieces
    pieces.push({ value: piece.value, encoded: piece.key.endsWith('*') })
  }
}

/** `charset'language'text`, percent-encoded bytes (RFC 5987); the first piece names the charset for all of them. */
function decodeExtended(pieces: readonly Piece[]): string {
  const [first, ...rest] = pieces
  if (first === undefined) throw malformed()
  const [, charset, text] = (first.encoded && /^([^']*)'[^']*'(.*)$/s.exec(first.value)) || []
  if (first.encoded && text === undefined) throw malformed()
  const head = { value: text ?? first.value, encoded: first.encoded }
  return decodeBytes([head, ...rest].map(bytesOf).join(''), charset || 'utf-8')
}

function bytesOf({ value, encoded }: Piece): string {
  if (!encoded) return value
  return value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeBytes(binary: string, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(Buffer.from(binary, 'latin1'))
  } catch (cause) {
    throw refuse('the file name is not valid in its charset; send UTF-8', cause)
  }
}
