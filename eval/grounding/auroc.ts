export type Scored = { readonly score: number; readonly supported: boolean }

/**
 * Area under the ROC curve: how often a supported claim scores above an unsupported one, ties as half (Mann-Whitney).
 * Null when a label is absent.
 */
export function auroc(claims: readonly Scored[]): number | null {
  const sorted = claims.toSorted((a, b) => a.score - b.score)
  const supported = sorted.filter((claim) => claim.supported).length
  const others = sorted.length - supported
  if (supported === 0 || others === 0) return null
  let ranks = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1
    const rank = (from + to + 1) / 2
    ranks += rank * sorted.slice(from, to).filter((claim) => claim.supported).length
    from = to
  }
  return (ranks - (supported * (supported + 1)) / 2) / (supported * others)
}
