/**
 * Found documents in the order in which trec_eval reads a run, whatever ranks the run claims: by score, and where scores are the
 * same by id, both descending. It compares scores in single precision and ids byte by byte.
 * @throws RangeError for a score that is no number: such a run has no order.
 */
export function trecOrder<T extends { readonly id: string; readonly score: number }>(found: readonly T[]): T[] {
  return found
    .map((item) => ({ item, score: Math.fround(item.score), bytes: Buffer.from(item.id) }))
    .map((row) => {
      if (Number.isNaN(row.score)) throw new RangeError(`the score of ${row.item.id} is not a number`)
      return row
    })
    .sort((a, b) => (a.score === b.score ? Buffer.compare(b.bytes, a.bytes) : b.score - a.score))
    .map(({ item }) => item)
}
