// What a finished diagnosis says (spec 08, `report` of a run): published, or an honest fallback.
import * as z from 'zod'
import { diagnosisDraft } from './draft.ts'
import { semanticReview } from './semantic.ts'
import { draftProblem, fallbackCause } from './turn.ts'
import { evidenceSnapshot, violation } from './verdict.ts'

export const diagnosisReport = z.object({
  status: z.enum(['PUBLISHED', 'FALLBACK']),
  question: z.string(),
  /** Null on FALLBACK: what was rejected is in the run's `drafts`. */
  draft: diagnosisDraft.nullable(),
  /** The cited evidence, rebuilt from the ledger; on FALLBACK all evidence that the run found. */
  snapshot: evidenceSnapshot.nullable(),
  /** The first of two marks: every citation was found in the ledger. */
  citations_verified: z.boolean(),
  /** The second: what the semantic guard said, statement by statement. */
  semantic: z.array(z.object({ statement: z.string(), verdict: z.string(), reason: z.string() })),
  semantic_review: semanticReview.nullable(),
  /** On FALLBACK: what the evidence guard found in the last draft. */
  violations: z.array(violation),
  /** On FALLBACK: why the last draft was not taken as it was handed in, before any guard saw it. */
  refused: z.array(draftProblem).default([]),
  fallback_cause: fallbackCause.nullable(),
  /** Fixed text for people; on FALLBACK it says why. */
  message: z.string().nullable(),
  limitations: z.array(z.string()),
  model: z.string(),
  published_at: z.string(),
})
export type DiagnosisReport = Readonly<z.infer<typeof diagnosisReport>>

/** A draft that did not pass, with what the guard and the semantic guard said of it. */
export const rejectedDraft = z.object({
  turn: z.int().positive(),
  draft: z.unknown(),
  violations: z.array(violation),
  semantic: semanticReview.nullable(),
  /** Why it was not even shown to the guard, if it was not. */
  refused: z.array(draftProblem).optional(),
})
export type RejectedDraft = Readonly<z.infer<typeof rejectedDraft>>
