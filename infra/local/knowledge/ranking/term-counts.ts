// How often a chunk has which terms, in four bytes a term: the number of the term above, the count in the lowest eight bits.
const countBits = 8
const mostCount = 2 ** countBits - 1
/** Counts are kept in halves: a term in a heading path counts for half a mention. */
const halves = 2

/** Sorted, so that a term is found by halving. */
export type TermCounts = Uint32Array

/** Counts in steps of a half; more than 127.5 counts as that. */
export function packCounts(counts: ReadonlyMap<number, number>): TermCounts {
  const packed = new Uint32Array(counts.size)
  let at = 0
  for (const [term, count] of counts) {
    packed[at] = term * 2 ** countBits + Math.min(mostCount, Math.round(count * halves))
    at += 1
  }
  return packed.sort()
}

/** The count of a term, 0 when it is not there. */
export function countOf(packed: TermCounts, term: number): number {
  let low = 0
  let high = packed.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const entry = packed[middle] ?? 0
    const found = entry >>> countBits
    if (found === term) return (entry & mostCount) / halves
    if (found < term) low = middle + 1
    else high = middle - 1
  }
  return 0
}
