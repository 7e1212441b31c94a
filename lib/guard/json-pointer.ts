/** Steps from the root of a draft to one of its values. Empty for the whole. */
export type DraftPath = readonly (string | number)[]

/** `path` as a JSON Pointer (RFC 6901). */
export function jsonPointer(path: DraftPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
