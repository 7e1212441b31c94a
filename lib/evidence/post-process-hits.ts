import type { KnowledgeHit } from '../contract/knowledge-hit.ts'
import type { AttemptName, EvidenceBlock, RelevanceLevel } from '../contract/lookup-result.ts'
import { isBlank } from '../text/is-blank.ts'
import type { EvidenceSettings } from './evidence-settings.ts'

export type PostprocessResult = {
  /** Hits in. */
  readonly candidateCount: number
  /** Blocks out; the difference is what was merged, dropped or capped. */
  readonly evidenceBlockCount: number
  readonly topSimilarity: number | null
  readonly relevanceLevel: RelevanceLevel | null
  readonly evidenceBlocks: readonly EvidenceBlock[]
  /** No block, or a first score below the REFERENCE threshold. */
  readonly isLowQuality: boolean
}

type Settings = Pick<EvidenceSettings, 'returnN' | 'maxChunksPerDocument' | 'preciseThreshold' | 'referenceThreshold'>

/**
 * Orders by the engine's rank alone, drops blank hits, merges repeats, caps, grades (spec 02, "Post-process"). A higher score
 * never moves a block up: scores are not calibrated, ranks are what the engine meant.
 */
export function postProcessHits(
  hits: readonly KnowledgeHit[],
  attempt: AttemptName,
  settings: Settings,
): PostprocessResult {
  const ordered = hits.toSorted((a, b) => a.originalRank - b.originalRank).filter((hit) => !isBlank(hit.content))
  const evidenceBlocks = capBlocks(mergeRepeats(ordered), attempt, settings)
  const topSimilarity = evidenceBlocks[0]?.score ?? null
  return {
    candidateCount: hits.length,
    evidenceBlockCount: evidenceBlocks.length,
    topSimilarity,
    relevanceLevel: gradeOf(topSimilarity, settings),
    evidenceBlocks,
    isLowQuality: topSimilarity === null || topSimilarity < settings.referenceThreshold,
  }
}

/** A chunk's first occurrence, and the ranks of all of them. */
type Merged = { readonly hit: KnowledgeHit; readonly ranks: number[] }

/** The same chunk again joins its first occurrence: its reasons are added, nothing else of it counts. */
function mergeRepeats(hits: readonly KnowledgeHit[]): Merged[] {
  const byKey = new Map<string, Merged>()
  for (const hit of hits) {
    const first = byKey.get(hit.evidenceKey)
    if (first === undefined) byKey.set(hit.evidenceKey, { hit, ranks: [hit.originalRank] })
    else first.ranks.push(hit.originalRank)
  }
  return [...byKey.values()]
}

/** Quotas count the blocks that stay. A block without a document is a bucket of its own. */
function capBlocks(
  merged: readonly Merged[],
  attempt: AttemptName,
  { returnN, maxChunksPerDocument }: Settings,
): EvidenceBlock[] {
  const perDocument = new Map<string, number>()
  const blocks: EvidenceBlock[] = []
  for (const { hit, ranks } of merged) {
    if (blocks.length === returnN) break
    if (hit.docId !== null) {
      const count = perDocument.get(hit.docId) ?? 0
      if (count === maxChunksPerDocument) continue
      perDocument.set(hit.docId, count + 1)
    }
    blocks.push({ ...hit, finalRank: blocks.length + 1, hitReasons: reasonsOf(ranks, attempt) })
  }
  return blocks
}

/** The union of the reasons of each occurrence, in order. */
function reasonsOf(ranks: readonly number[], attempt: AttemptName): string[] {
  return [...new Set(ranks.flatMap((rank) => [`semantic_rank:${rank}`, `attempt:${attempt}`]))]
}

function gradeOf(score: number | null, settings: Settings): RelevanceLevel | null {
  if (score === null) return null
  if (score >= settings.preciseThreshold) return 'PRECISE'
  return score >= settings.referenceThreshold ? 'REFERENCE' : null
}
