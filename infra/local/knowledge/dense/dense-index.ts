// One scope's vectors in memory. Every query is compared with all of them: exact, and fast enough for one machine.
import type { Vector } from './embedder.ts'
import { changedModel } from './vector-cache.ts'

export type DenseIndex = {
  /** `entry`: the number of a chunk; each once. */
  add(entry: number, vector: Vector): void
  /** @throws ServiceError `E_EMBEDDING_UNAVAILABLE` when it holds vectors of another length: nothing can be said of those */
  compare(query: Vector): Likeness
}

/** What one query is like, among all that the index holds. */
export type Likeness = {
  /** The most alike first; of very many, only those that stand out. */
  readonly nearest: readonly number[]
  /** How likely the entry is about what is asked, in [0, 1]; 0 for one without a vector. */
  closeness(entry: number): number
}

/**
 * Found on the train queries of the public collections with averages of word vectors, a weak model. How alike two texts are in
 * numbers differs from model to model, so only how far an entry stands out among the others counts: in standard
 * deviations beyond the most that one of so many would stand out by chance.
 */
const tuning = {
  /** Deviations beyond chance at which closeness is a half, and its slope there. */
  middle: 0,
  steepness: 1,
} as const

/** Entries up to which all are put in order; of more, those that don't stand out at all can't be found by likeness. */
const orderedWhole = 2000

export function createDenseIndex(): DenseIndex {
  const rows: { readonly entry: number; readonly vector: Vector }[] = []
  return {
    add: (entry, vector) => void rows.push({ entry, vector }),
    compare(query) {
      if (rows.some(({ vector }) => vector.length !== query.length)) throw changedModel()
      const compared = rows.map(({ entry, vector }) => ({ entry, cosine: dot(query, vector) }))
      const { mean, deviation } = spreadOf(compared.map(({ cosine }) => cosine))
      const byChance = Math.sqrt(2 * Math.log(Math.max(1, compared.length)))
      // Of very many the rest is too far from every bound to move a score.
      const least = compared.length > orderedWhole ? mean + deviation : Number.NEGATIVE_INFINITY
      const alike = compared.filter(({ cosine }) => cosine >= least).sort((a, b) => b.cosine - a.cosine)
      const cosines = new Map(alike.map(({ entry, cosine }) => [entry, cosine]))
      return {
        nearest: alike.map(({ entry }) => entry),
        closeness(entry) {
          const cosine = cosines.get(entry)
          if (cosine === undefined || deviation === 0) return 0
          const beyond = (cosine - mean) / deviation - byChance
          return 1 / (1 + Math.exp(-tuning.steepness * (beyond - tuning.middle)))
        },
      }
    },
  }
}

function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
  return { mean, deviation: Math.sqrt(variance) }
}
