// JSON.stringify would recurse into a draft that nests 100,000 deep and fail; this walks it with a list and stops at the limit.
import { countBytes } from '../text/cut-text.ts'

/** Whether the compact JSON text of `value` (a parsed JSON value) has more than `maxBytes` bytes in UTF-8. */
export function exceedsJsonBytes(value: unknown, maxBytes: number): boolean {
  const waiting: unknown[] = [value]
  let bytes = 0
  while (waiting.length > 0 && bytes <= maxBytes) {
    const next = waiting.pop()
    if (Array.isArray(next)) {
      bytes += bracketsAndCommas(next.length)
      for (const item of next) waiting.push(item)
    } else if (typeof next === 'object' && next !== null) {
      const entries = Object.entries(next)
      bytes += bracketsAndCommas(entries.length)
      for (const [key, item] of entries) {
        bytes += countBytes(JSON.stringify(key)) + ':'.length
        waiting.push(item)
      }
    } else {
      bytes += countBytes(JSON.stringify(next) ?? '')
    }
  }
  return bytes > maxBytes
}

const bracketsAndCommas = (items: number) => 2 + Math.max(0, items - 1)
