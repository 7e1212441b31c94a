/**
 * Mean of a metric over the judged queries. A query for which nothing was found belongs in with its 0 (trec_eval's `-c`), or a
 * silent engine would look better than one that tries. NaN over no queries at all, and where a value is NaN: the caller
 * must not take that for a figure.
 */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
