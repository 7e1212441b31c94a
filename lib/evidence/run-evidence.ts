// The stations in their order: attempts, post-process, pack, assemble, project (spec 02). No I/O: searching is passed in.
import type { KnowledgeHit } from '../contract/knowledge-hit.ts'
import type { AttemptTrace, FallbackReason, LookupResult } from '../contract/lookup-result.ts'
import { assembleLookup } from './assemble-lookup.ts'
import type { EvidenceSettings } from './evidence-settings.ts'
import { packContext } from './pack-context.ts'
import { type PlannedAttempt, planFirstAttempt, planRetry } from './plan-attempts.ts'
import { type PostprocessResult, postProcessHits } from './post-process-hits.ts'
import { projectLookup } from './project-lookup.ts'
import type { Projection } from './project-view.ts'

/** What one attempt brought. */
export type SearchedAttempt = {
  readonly hits: readonly KnowledgeHit[]
  readonly contractWarnings: readonly string[]
  readonly trace: Omit<AttemptTrace, 'name' | 'category' | 'hitCount' | 'topScore'>
}

export type LookupInput = {
  readonly query: string
  readonly toolCallId: string
  /** From the category policy; null for the default plan. */
  readonly category: string | null
}

export type LookupOutcome = { readonly lookup: LookupResult; readonly projection: Projection }

/** @throws what `search` throws, and Fault `E_INTERNAL` when not even an empty view fits. */
export async function runEvidence(
  { query, toolCallId, category }: LookupInput,
  search: (attempt: PlannedAttempt) => Promise<SearchedAttempt>,
  settings: EvidenceSettings,
): Promise<LookupOutcome> {
  const attempts: AttemptTrace[] = []
  const contractWarnings: string[] = []
  const attemptOnce = async (attempt: PlannedAttempt): Promise<PostprocessResult> => {
    const searched = await search(attempt)
    const processed = postProcessHits(searched.hits, attempt.name, settings)
    attempts.push({
      ...searched.trace,
      ...attempt,
      hitCount: searched.hits.length,
      topScore: processed.topSimilarity,
    })
    contractWarnings.push(...searched.contractWarnings)
    return processed
  }

  let selected = planFirstAttempt(category)
  let processed = await attemptOnce(selected)
  let fallbackReason: FallbackReason | null = null
  const retry = planRetry(selected, processed)
  if (retry !== null) {
    selected = retry.attempt
    fallbackReason = retry.reason
    processed = await attemptOnce(selected)
  }

  const lookup = assembleLookup(
    query,
    processed,
    packContext(processed.evidenceBlocks, settings.contextCharBudget),
    { attempts, selectedAttempt: selected.name, fallbackReason, queryHints: [], contractWarnings },
    settings.locale,
  )
  // The view is made from text (spec 02); the packed text, which no view shows, need not be written and read for it.
  const { contextPack: _, ...projected } = lookup
  return { lookup, projection: projectLookup(JSON.stringify(projected), toolCallId, settings.projection) }
}
