// A question with what a lookup must bring for it (spec 07, "Assets"): written by people, so read strictly.
import * as z from 'zod'
import { limits } from '../../lib/contract/limits.ts'
import { attemptName, fallbackReason } from '../../lib/contract/lookup-result.ts'
import { evidenceStatus } from '../../lib/contract/rag-tool-result.ts'

const text = z.string().trim().min(1)
const distinct = (values: readonly string[]) => new Set(values).size === values.length
const texts = z.array(text).refine(distinct, 'must not name anything twice')

const fields = z.strictObject({
  /** Names the fixture's file, so it is lower-case letters, digits and hyphens. */
  id: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be kebab-case')
    .max(80),
  query: z.string().min(1).max(limits.query.maxChars),
  /** Sources (front matter `source`) that must all be within the first `topK` blocks. Empty: nothing is to be found. */
  expectedSources: texts,
  /** Each is part of the breadcrumb of a block of an expected source within `topK`, letter case and white space aside. */
  expectedBreadcrumbs: texts,
  /** Each is part of the content of a block of an expected source within `topK`, letter case and white space aside. */
  expectedKeywords: texts,
  topK: z.int().min(1).max(20),
  /** Attempts of which any may be the selected one. */
  expectedAttempts: z.array(attemptName).min(1).refine(distinct, 'must not name anything twice'),
  /** Reasons of which any may be given. Empty: there must be no fallback. */
  expectedFallbackReasons: z.array(fallbackReason).refine(distinct, 'must not name anything twice'),
  expectedEvidenceStatus: evidenceStatus,
  /** Source of the first row of the rerank trace; null when nothing is to be found. */
  expectedRerankTopSource: text.nullable(),
  tags: texts.min(1),
  /** Asked for as the category of a filtered first attempt; left out: the category policy decides. */
  category: text.optional(),
})

/** A case whose expectations agree with one another: what is to be found has a source, a breadcrumb, a keyword and a top. */
export const goldenCase = fields.superRefine((it, context) => {
  const complain = (field: keyof typeof it, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const lists = ['expectedSources', 'expectedBreadcrumbs', 'expectedKeywords'] as const
  const answerable = it.expectedEvidenceStatus === 'EVIDENCE_FOUND'
  for (const field of lists) {
    if (answerable && it[field].length === 0) complain(field, 'must not be empty when evidence is expected')
    if (!answerable && it[field].length > 0) complain(field, 'must be empty when no evidence is expected')
  }
  if (answerable !== (it.expectedRerankTopSource !== null)) {
    complain('expectedRerankTopSource', 'must be a source exactly when evidence is expected')
  }
  if (it.expectedSources.length > it.topK) complain('topK', 'must leave room for every expected source')
  const retried = it.expectedAttempts.includes('UNFILTERED_VECTOR_RETRY')
  if (retried !== it.expectedFallbackReasons.length > 0) {
    complain('expectedFallbackReasons', 'must be given exactly when the retry is an expected attempt')
  }
  if (retried && it.expectedAttempts.length > 1) {
    complain('expectedAttempts', 'must name the retry alone, or the fallback would not be required')
  }
})
export type GoldenCase = Readonly<z.infer<typeof goldenCase>>

export const goldenCases = z.strictObject({
  schemaVersion: z.literal(1),
  /** Keyword -> category, as `CATEGORY_POLICY` has it; empty: no category filter unless a case names one. */
  categoryPolicy: z.record(text, text),
  cases: z
    .array(goldenCase)
    .min(1)
    .refine((cases) => distinct(cases.map(({ id }) => id)), 'must not use an id twice'),
})
export type GoldenCases = Readonly<z.infer<typeof goldenCases>>
