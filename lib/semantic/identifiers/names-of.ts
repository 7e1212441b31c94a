// By what an identifier of the evidence may be called: by itself, or by an end of it that is plainly the same thing. Never by
// its beginning (`/var/log` is not `/var/log/app/old`), and never by its parts in another order.
import { isIdentifier } from './find-identifiers.ts'

/** Over this length only the whole counts: bounds the names of one identifier. */
const longest = 256
/** An identifier of more parts than this is called by its last ones only. */
const mostEnds = 24

const word = /^[a-z-]+$/
const separator = /[/:@&\\]+/g
const numbered = /^v?\d[\w.+-]*$/
const mail = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?]+)/
const host = /^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|dev|edu|gov|local|internal|intranet|lan|corp|svc|cn|de|uk|fr|jp)$/
const file =
  /\.(?:log|ya?ml|json|conf|cfg|ini|toml|xml|txt|md|sh|py|js|ts|go|java|jar|war|sql|csv|gz|tar|zip|tgz|bz2|xz|pem|crt|p12|jks|service|socket|env|lock|pid|sock|bak|tmp|html?|properties|tf|deb|rpm|img|iso|exe|dll|ps1|bat)$/
/** What stands behind one colon and is no part of the name: a port or line, a tag that is a version, a plain value. */
const valued = /^([^:]+):(?:\d+|v?\d[\d.]*\.\d[\w.-]*|latest|true|false|on|off|null)$/
const version = /^v?(\d+(?:\.\d+)*)$/
/** python3.11, TLSv1.2, postgresql-14.2: a word with a version. */
const wordWithVersion = /^[a-z][a-z_-]*?v?(\d+(?:\.\d+)+)$/

/** How a whole identifier is compared: case does not matter but in a one-letter flag, nor a last slash, nor the braces of a variable. */
export function keyOf(text: string): string {
  if (text.length === 2 && text.startsWith('-')) return text
  return text
    .toLowerCase()
    .replace(/(?<=.)\/$/, '')
    .replace(/^\$\{([\w.-]+)\}$/, '$1')
}

/** The key of an identifier that the evidence must have as it stands, not as the end of another. */
export function wholeKeyOf(text: string): string {
  return `=${keyOf(text)}`
}

/** All keys by which a run of the evidence can be called, `wholeKeyOf` among them. */
export function namesOf(text: string): readonly string[] {
  const whole = keyOf(text)
  const names = [whole, wholeKeyOf(text)]
  if (word.test(whole) || whole.length > longest || mail.test(whole)) return names
  const number = version.exec(whole)?.[1] ?? wordWithVersion.exec(whole)?.[1]
  if (number !== undefined) names.push(number, `v${number}`)
  const ends = endsOf(whole)
  names.push(...ends, ...shortened(ends.at(-1) ?? whole), ...valueless(whole), ...listed(text))
  const address = url.exec(whole)
  if (address !== null) names.push(...addressed(whole.slice(address[0].length), address[1] ?? ''))
  return names
}

/** What stands behind each of the separators, to the end. */
function endsOf(whole: string): string[] {
  const starts = [...whole.matchAll(separator)].map(({ 0: mark, index }) => index + mark.length)
  return starts
    .filter((start) => start < whole.length)
    .slice(-mostEnds)
    .map((start) => whole.slice(start))
}

/** The ends of a dotted key; of a host its own label, for the others name a domain; of a file and a version nothing. */
function shortened(last: string): string[] {
  if (!last.includes('.') || file.test(last) || numbered.test(last)) return []
  if (host.test(last)) return [last.slice(0, last.indexOf('.'))]
  const steps = last.split('.').slice(-mostEnds)
  return steps.slice(1).map((_, i) => steps.slice(i + 1).join('.'))
}

/** A host without its port, a file without the line, an image without its tag, a setting without its value. */
function valueless(whole: string): string[] {
  const name = valued.exec(whole)?.[1]
  return name === undefined ? [] : [name, ...endsOf(name)]
}

/** A URL by its host, and by its path from the root. */
function addressed(path: string, authority: string): string[] {
  return [authority, ...valueless(authority), ...(path.length > 1 ? [path] : [])]
}

/** `p95/p99` and `ECONNRESET/ETIMEDOUT` are lists: each part is a name. */
function listed(text: string): readonly string[] {
  const parts = text.split('/')
  if (parts.length < 2 || parts.length > 4 || !parts.every(isIdentifier)) return []
  const alike = new Set(parts.map((part) => part.replace(/\d+/g, '0'))).size === 1
  if (!alike && !parts.every((part) => /^[A-Z][A-Z0-9_]+$/.test(part))) return []
  return parts.flatMap((part) => [keyOf(part), wholeKeyOf(part)])
}
