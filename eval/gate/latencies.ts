// How long an engine took, over the cases of a report that know it.
import type { CaseResult } from './case-result.ts'

/** Ascending, in ms. */
export function latenciesOf(cases: readonly CaseResult[]): number[] {
  return cases.flatMap(({ latencyMs }) => latencyMs ?? []).sort((a, b) => a - b)
}

/** The smallest value that `share` of all values do not exceed (nearest rank). @param ascending not empty */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN
}

/** One sentence for people, or null where no case knows its latency. */
export function latencyText(cases: readonly CaseResult[]): string | null {
  const all = latenciesOf(cases)
  if (all.length === 0) return null
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(all, share))
  return `Latency of the engine when its answers were recorded (${all.length} cases): p50 ${p50} ms, p95 ${p95} ms.`
}
