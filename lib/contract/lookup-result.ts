// The whole truth of one lookup, for people, audits and evaluation snapshots. camelCase; never shown to the agent (spec 02).
import * as z from 'zod'
import { knowledgeHit } from './knowledge-hit.ts'

const relevanceLevel = z.enum(['PRECISE', 'REFERENCE'])
export type RelevanceLevel = z.infer<typeof relevanceLevel>

export const attemptName = z.enum(['UNFILTERED_VECTOR', 'FILTERED_VECTOR', 'UNFILTERED_VECTOR_RETRY'])
export type AttemptName = z.infer<typeof attemptName>

export const fallbackReason = z.enum(['filtered_vector_low_quality', 'filtered_vector_no_evidence'])
export type FallbackReason = z.infer<typeof fallbackReason>

/** A hit that survived post-processing. */
const evidenceBlock = knowledgeHit.extend({
  /** 1-based, after ordering, merging and capping. */
  finalRank: z.int().positive(),
  /** `semantic_rank:{originalRank}` and `attempt:{name}`; a union where hits were merged. */
  hitReasons: z.array(z.string()),
})
export type EvidenceBlock = Readonly<z.infer<typeof evidenceBlock>>

const rerankTraceRow = z.object({
  finalRank: z.int().positive(),
  source: z.string().nullable(),
  baseScore: z.number(),
  finalScore: z.number(),
  boostReasons: z.array(z.string()),
})

const contextPack = z.object({
  packedText: z.string(),
  strategy: z.literal('ranked_evidence_char_budget'),
  charBudget: z.int().positive(),
  /** Code points of `packedText`. */
  usedChars: z.int().nonnegative(),
  includedSources: z.array(z.string()),
  omittedSources: z.array(z.string()),
})
export type ContextPack = Readonly<z.infer<typeof contextPack>>

const attemptTrace = z.object({
  name: attemptName,
  mode: z.enum(['hybrid', 'semantic']),
  category: z.string().nullable(),
  hitCount: z.int().nonnegative(),
  topScore: z.number().nullable(),
  durationMs: z.number().nonnegative(),
  serviceRequestId: z.string().nullable(),
  evidenceStatus: z.enum(['supported', 'no_evidence']),
  noEvidenceBasis: z.string().nullable(),
  recallCount: z.number().nullable(),
  rerankModel: z.string().nullable(),
})
export type AttemptTrace = Readonly<z.infer<typeof attemptTrace>>

const retrievalTrace = z.object({
  attempts: z.array(attemptTrace),
  selectedAttempt: attemptName,
  fallbackReason: fallbackReason.nullable(),
  queryHints: z.array(z.string()),
  contractWarnings: z.array(z.string()),
})
export type RetrievalTrace = Readonly<z.infer<typeof retrievalTrace>>

export const lookupResult = z.object({
  query: z.string(),
  found: z.boolean(),
  message: z.string().nullable(),
  candidateCount: z.int().nonnegative(),
  evidenceBlockCount: z.int().nonnegative(),
  topSimilarity: z.number().nullable(),
  relevanceLevel: relevanceLevel.nullable(),
  completenessHint: z.string().nullable(),
  evidenceBlocks: z.array(evidenceBlock),
  contextPack,
  retrievalTrace,
  rerankTrace: z.array(rerankTraceRow),
})
export type LookupResult = Readonly<z.infer<typeof lookupResult>>
