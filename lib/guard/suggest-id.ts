/** Characters of two ids that are compared one by one, once their common head and tail are off. Bounds the cost. */
const comparedChars = 48

/**
 * The id of `known` that is nearest to `id`: one that differs in case only, then one that contains it or is contained in it,
 * then the one with the fewest edits; of equals the first by code unit, so that the order of `known` does not matter.
 * A suggestion only: nothing is ever accepted by resemblance (spec 04). Null when none is known, or `id` itself is.
 */
export function suggestId(id: string, known: readonly string[]): string | null {
  if (known.includes(id)) return null
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const distance = distanceOf(id.toLowerCase(), candidate.toLowerCase())
    if (distance < least || (distance === least && nearest !== null && candidate < nearest)) {
      nearest = candidate
      least = distance
    }
  }
  return nearest
}

/** 0 for equal, below 1 for one within the other (less, the closer their lengths), from 1 the number of edits. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0
  if (a.includes(b) || b.includes(a)) return 1 - 1 / (1 + Math.abs(a.length - b.length))
  const [x, y] = withoutCommonEnds(a, b)
  return edits(x.slice(0, comparedChars), y.slice(0, comparedChars)) + excess(x) + excess(y)
}

const excess = (text: string) => Math.max(0, text.length - comparedChars)

function withoutCommonEnds(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  return [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
}

/** Levenshtein distance: insertions, deletions and replacements of one character. */
function edits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    above = row
  }
  return above[b.length] ?? 0
}
