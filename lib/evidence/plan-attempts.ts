// Which searches one lookup makes (spec 02, "Attempts and fallback"). Without a category there is one, unfiltered.
import type { AttemptName, FallbackReason } from '../contract/lookup-result.ts'
import type { PostprocessResult } from './post-process-hits.ts'

export type PlannedAttempt = { readonly name: AttemptName; readonly category: string | null }

/** The category that a policy (keyword -> category) yields for a query: its first keyword that the query holds, any case. */
export function categoryFor(query: string, policy: Readonly<Record<string, string>> | undefined): string | null {
  const text = query.toLowerCase()
  return Object.entries(policy ?? {}).find(([keyword]) => text.includes(keyword.toLowerCase()))?.[1] ?? null
}

export function planFirstAttempt(category: string | null): PlannedAttempt {
  return category === null ? { name: 'UNFILTERED_VECTOR', category: null } : { name: 'FILTERED_VECTOR', category }
}

/** The attempt that follows a poor filtered one, and why; null when the first one stands. */
export function planRetry(
  attempt: PlannedAttempt,
  outcome: Pick<PostprocessResult, 'isLowQuality' | 'evidenceBlockCount'>,
): { readonly attempt: PlannedAttempt; readonly reason: FallbackReason } | null {
  if (attempt.name !== 'FILTERED_VECTOR' || !outcome.isLowQuality) return null
  return {
    attempt: { name: 'UNFILTERED_VECTOR_RETRY', category: null },
    reason: outcome.evidenceBlockCount === 0 ? 'filtered_vector_no_evidence' : 'filtered_vector_low_quality',
  }
}
