import { createHash } from 'node:crypto'

/** Code points of a slug: enough to read, and with the hash well under the 300 of `documentId`. */
const maxSlugChars = 120
const shortHashDigits = 8
const longHashDigits = 24

/** SHA-256 of `bytes`, 64 lower-case hex digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * A path as one readable word: lower case, letters and digits of every script kept (with their combining marks), each run of
 * anything else one `-`. Safe in a URL path and an evidence key: no white space, slash, `#`, `?` or `%` survives.
 */
export function slugOf(path: string): string {
  const words = path
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '')
  const capped = [...words].slice(0, maxSlugChars).join('').replace(/-+$/, '')
  return capped === '' ? 'document' : capped
}

/**
 * The service's id of a document: slug of the path, `-`, first 8 hex digits of the content's SHA-256 (spec 01, "Ingest").
 * `long` is for the one case where the short id is taken by other content: the same rule with more digits.
 */
export function documentIdOf(path: string, sha256: string, { long = false } = {}): string {
  return `${slugOf(path)}-${sha256.slice(0, long ? longHashDigits : shortHashDigits)}`
}
