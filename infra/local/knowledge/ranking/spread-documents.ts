/**
 * At most `most` of `items`, best first as they come: the first `share` of each document, and only then, if there is room, the
 * rest. So a document of many like chunks (a log) does not crowd out all others. With `strict` the rest comes only where
 * all items are of one document.
 */
export function spreadDocuments<T>(
  items: readonly T[],
  documentOf: (item: T) => string,
  { share, most, strict = false }: { readonly share: number; readonly most: number; readonly strict?: boolean },
): T[] {
  const taken = new Map<string, number>()
  const within: T[] = []
  const beyond: T[] = []
  for (const item of items) {
    const count = (taken.get(documentOf(item)) ?? 0) + 1
    taken.set(documentOf(item), count)
    if (count <= share) within.push(item)
    else beyond.push(item)
  }
  return (strict && taken.size > 1 ? within : [...within, ...beyond]).slice(0, most)
}
