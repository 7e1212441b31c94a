/** Positions of ids that an earlier item has: the second and each later occurrence. */
export function repeatedIds(items: readonly { readonly id: string }[]): number[] {
  const seen = new Set<string>()
  return items.flatMap(({ id }, i) => {
    if (seen.has(id)) return [i]
    seen.add(id)
    return []
  })
}
