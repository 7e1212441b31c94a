// Where originals lie. Keys come from our own ids only, never from what an uploader wrote.
import { randomBytes } from 'node:crypto'

/** A key of its own for each life of a document: what clears away an old one can never touch the new one's bytes. */
export const newOriginalKey = (documentRef: string): string =>
  `originals/${documentRef}/${randomBytes(8).toString('hex')}`

/** Begins the keys of files that arrived by presigned form. */
export const incomingPrefix = 'incoming/'

/** Where a presigned form puts its file. It can be posted twice, so the file is not kept there. */
export const incomingKey = (documentRef: string): string => `${incomingPrefix}${documentRef}`

/** The document whose file arrived under `key` (a store's prefix may stand before it); null for any other key. */
export function refOfIncomingKey(key: string): string | null {
  return /(?:^|\/)incoming\/(ref-[0-9a-f]{32})$/.exec(key)?.[1] ?? null
}

export const originalKeyPattern = /^(?:originals\/ref-[0-9a-f]{32}\/[0-9a-f]{16}|incoming\/ref-[0-9a-f]{32})$/

/** S3 takes 2 KB of metadata; the document's record holds the whole name. */
const maxMetadataChars = 1800

/** A file name as a metadata value, which must be ASCII: percent-encoded UTF-8, cut at a character if it is very long. */
export function metadataName(filename: string): string {
  let encoded = ''
  for (const character of filename) {
    const next = encodeURIComponent(character)
    if (encoded.length + next.length > maxMetadataChars) break
    encoded += next
  }
  return encoded
}
