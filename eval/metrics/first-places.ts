/**
 * The first `k` places of a ranking. An id that was there before keeps its place but is null: trec_eval refuses a run that names a
 * document twice; here the second mention earns nothing, so that no metric can leave its bounds.
 */
export function firstPlaces(ranked: readonly string[], k: number): (string | null)[] {
  const seen = new Set<string>()
  return ranked.slice(0, k).map((id) => {
    if (seen.has(id)) return null
    seen.add(id)
    return id
  })
}
