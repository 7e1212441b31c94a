// How a document of an engine without ids of our form is called: short enough to be quoted, without the address of where it lies.
import { createHash } from 'node:crypto'
import { documentId } from '../../contract/ids.ts'
import { cutText } from '../../text/cut-text.ts'

/** Characters of the file name that go into an id. */
const slugChars = 80
/** Hex digits: files of one name in many folders stay apart. */
const digestChars = 12

/**
 * `name` itself where it has the form of our ids; else, for an address, its file name as a slug and a digest of the whole: the same
 * name gives the same id each time, and `s3://bucket/runbooks/Gateway timeout.md` is `gateway-timeout-md-` and twelve hex digits.
 */
export function nameDocument(name: string): string {
  if (documentId.safeParse(name).success) return name
  const slug = fileNameOf(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const kept = cutText(slug, slugChars).text.replace(/^-+|-+$/g, '')
  return `${kept === '' ? 'document' : kept}-${textDigest(name, digestChars)}`
}

/** The last part of an address that says something: of a path, of a URL without its query, else the whole. */
export function fileNameOf(address: string): string {
  const path = URL.canParse(address) && /^https?:/i.test(address) ? decodedPath(new URL(address)) : address
  return path.split(/[\\/]/).findLast((part) => part.trim() !== '') ?? address
}

/** @returns the first `chars` hex digits of the text's SHA-256 */
export function textDigest(text: string, chars: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, chars)
}

function decodedPath({ hostname, pathname }: URL): string {
  try {
    return `${hostname}${decodeURIComponent(pathname)}`
  } catch {
    return `${hostname}${pathname}`
  }
}
