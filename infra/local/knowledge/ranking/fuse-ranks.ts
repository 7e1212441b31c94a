/** Usual constant of reciprocal rank fusion: how little the first places of one list outweigh agreement of both. */
const k = 60

/** One order from several rankings of the same items, by reciprocal rank fusion; ties go to the item that comes first in the lists. */
export function fuseRanks<T>(rankings: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>()
  for (const ranking of rankings) {
    for (const [at, item] of ranking.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (k + at + 1))
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([item]) => item)
}
