import type { ContextPack, LookupResult, RetrievalTrace } from '../contract/lookup-result.ts'
import { fixedTexts, type Locale } from './fixed-texts.ts'
import type { PostprocessResult } from './post-process-hits.ts'

/** The whole truth of one lookup in one serialisable object (spec 02, "Assemble"). */
export function assembleLookup(
  query: string,
  processed: PostprocessResult,
  contextPack: ContextPack,
  retrievalTrace: RetrievalTrace,
  locale: Locale,
): LookupResult {
  const { relevanceLevel, evidenceBlocks } = processed
  const found = evidenceBlocks.length > 0
  return {
    query,
    found,
    message: found ? null : fixedTexts[locale].noEvidence,
    candidateCount: processed.candidateCount,
    evidenceBlockCount: processed.evidenceBlockCount,
    topSimilarity: processed.topSimilarity,
    relevanceLevel,
    completenessHint: relevanceLevel === null ? null : fixedTexts[locale].completeness[relevanceLevel],
    evidenceBlocks: [...evidenceBlocks],
    contextPack,
    retrievalTrace,
    rerankTrace: evidenceBlocks.map((block) => ({
      finalRank: block.finalRank,
      source: block.source,
      baseScore: block.score,
      finalScore: block.score,
      boostReasons: [...block.hitReasons],
    })),
  }
}
