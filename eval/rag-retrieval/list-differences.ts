// Two JSON values apart, leaf by leaf: what a recorded result and today's do not share.
import type { CaseFailure } from '../gate/case-result.ts'

type Json = CaseFailure['expected']

/** Characters of a long text that are shown around its first difference. */
const shownChars = 80

/**
 * One failure a leaf that differs, in document order, its path below `field`. Order of keys does not matter; a key or an element
 * that only one side has differs. Numbers must be the same to the bit: what is compared here was computed by the same program.
 */
export function listDifferences(field: string, expected: Json, actual: Json): CaseFailure[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length)
    return Array.from({ length }, (_, i) => i).flatMap((i) => step(`${field}.${i}`, expected[i], actual[i]))
  }
  if (isRecord(expected) && isRecord(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
    return keys.flatMap((key) => step(`${field}.${key}`, own(expected, key), own(actual, key)))
  }
  if (expected === actual) return []
  const [shownExpected, shownActual] = aroundDifference(expected, actual)
  return [{ field, expected: shownExpected, actual: shownActual, message: `${field} is not what was recorded.` }]
}

function step(field: string, expected: Json | undefined, actual: Json | undefined): CaseFailure[] {
  if (expected !== undefined && actual !== undefined) return listDifferences(field, expected, actual)
  if (expected === undefined && actual === undefined) return []
  const message = expected === undefined ? `${field} was not recorded.` : `${field} was recorded and is missing.`
  return [{ field, expected: brief(expected), actual: brief(actual), message }]
}

const own = (record: Readonly<Record<string, Json>>, key: string) =>
  Object.hasOwn(record, key) ? record[key] : undefined

function isRecord(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Of two long texts, the part where they part. */
function aroundDifference(expected: Json, actual: Json): [Json, Json] {
  if (typeof expected !== 'string' || typeof actual !== 'string') return [brief(expected), brief(actual)]
  let at = 0
  while (at < expected.length && expected[at] === actual[at]) at += 1
  const from = Math.max(0, at - shownChars / 2)
  const part = (text: string) => {
    const end = from + shownChars
    return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`.toWellFormed()
  }
  return [part(expected), part(actual)]
}

/** A value that is whole on one side only: itself when it is small, else what it is. */
function brief(value: Json | undefined): Json {
  if (value === undefined) return null
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length} fields`
  return typeof value === 'string' && value.length > shownChars
    ? `${value.slice(0, shownChars)}…`.toWellFormed()
    : value
}
