/** Of many hits the best of each document, in the order of their first mention. */
export function bestOfDocument<T extends { readonly id: string; readonly score: number }>(hits: readonly T[]): T[] {
  const best = new Map<string, T>()
  for (const hit of hits) {
    const held = best.get(hit.id)
    if (held === undefined || hit.score > held.score) best.set(hit.id, hit)
  }
  return [...best.values()]
}
