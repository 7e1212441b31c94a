import { createHash, randomBytes } from 'node:crypto'

const refOf = (hex: string) => `ref-${hex}`
export const documentRefPattern = /^ref-[0-9a-f]{32}$/

/** SHA-256 of a document's bytes, in hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * What a document is called here before and after the service named it. The same content under the same name has the same
 * ref, so that no second record of it can be made (spec 05, "Same content again").
 */
export function contentRefOf(filename: string, sha256: string): string {
  const digest = createHash('sha256').update(`${sha256}\n${filename}`).digest('hex')
  return refOf(digest.slice(0, 32))
}

/** The ref of a document whose content is still to come. */
export const newDocumentRef = (): string => refOf(randomBytes(16).toString('hex'))
