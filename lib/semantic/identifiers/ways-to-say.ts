import { keyOf, wholeKeyOf } from './names-of.ts'

/** Only such words have a plural: a key, a path or a flag with one letter more is another one. */
const plain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** A place has one way to be written: from a root, a drive or a scheme, or with a mail address. */
const fixed = /^[~.]{0,2}\/|^[a-z]:\\|:\/\/|@|^v?\d[\d.]*$/

/**
 * The ways in which the evidence may say an identifier of a statement; for each of them one sentence must have every key
 * (`namesOf`). `p95/p99`, `pod/api-7f9c` and `db:5432` may also stand there as separate words.
 */
export function waysToSay(text: string): readonly (readonly string[])[] {
  const key = keyOf(text)
  const numbers = plain.test(key) ? [[`${key}s`], ...(key.endsWith('s') ? [[key.slice(0, -1)]] : [])] : []
  const parts = fixed.test(key) ? [] : key.split(/[/:&]+/).filter((part) => part !== '')
  return [[key], ...numbers, ...(parts.length > 1 ? [separately(parts)] : [])]
}

function separately(parts: readonly string[]): readonly string[] {
  return [...parts.slice(0, -1).map(wholeKeyOf), parts.at(-1) ?? '']
}
