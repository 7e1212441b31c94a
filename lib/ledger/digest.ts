import { createHash } from 'node:crypto'

/** SHA-256 of the text's UTF-8 bytes, as hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Digest of a tool call's arguments: equal for equal JSON values, whatever the order of their keys. */
export function argsDigest(tool: string, args: unknown): string {
  return sha256(canonicalJson([tool, args]))
}

/** A short digest of an evidence key, for the run's log. 96 bits: no two keys of one run meet by chance. */
export function evidenceDigest(evidenceKey: string): string {
  return sha256(evidenceKey).slice(0, 24)
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : v,
  )
}
