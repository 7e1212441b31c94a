/** How much of what two sentences have they have in common: shared keys over all keys, 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  let shared = 0
  for (const key of small) if (large.has(key)) shared += 1
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}
