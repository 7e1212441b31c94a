// What the semantic guard says of a draft (spec 06, "Semantic guard"): one row a statement. Only SUPPORTED passes.
import * as z from 'zod'

export const semanticVerdict = z.enum(['SUPPORTED', 'OVERSTATED', 'UNSUPPORTED', 'UNKNOWN'])
export type SemanticVerdict = z.infer<typeof semanticVerdict>

/** Which rule of layer 1 decided, or `judge`: the model of layer 2. */
export const semanticRule = z.enum([
  'consistent',
  'negative',
  'limit',
  'nothing-to-compare',
  'figures',
  'identifiers',
  'commands',
  'names',
  'quoted-strings',
  'polarity',
  'opposites',
  'strength',
  'coverage',
  'orders',
  'judge',
])
export type SemanticRule = z.infer<typeof semanticRule>

export const semanticJudgement = z.object({
  verdict: semanticVerdict,
  /** For people; fixed words of this project, nothing of the draft or the evidence. */
  reason: z.string(),
  rule: semanticRule,
  /** The words of the statement that are at fault, as it writes them: at most 20, each at most 80 characters. */
  words: z.array(z.string()),
})
export type SemanticJudgement = Readonly<z.infer<typeof semanticJudgement>>

/** `statement`: JSON Pointer into the draft, `/analysis/0`, `/conclusion` or `/action_plan/1`. */
export const semanticRow = semanticJudgement.extend({ statement: z.string() })
export type SemanticRow = Readonly<z.infer<typeof semanticRow>>

export const semanticReview = z.object({
  /** Who judged: the deterministic layer alone, or a model after it. */
  layer: z.enum(['rules', 'judge']),
  /** The model that judged; null for the rules. */
  model: z.string().nullable(),
  /** Why the model that was asked for did not judge; null when it did or was not asked for. */
  judge_unavailable: z.string().nullable(),
  /** In document order. */
  rows: z.array(semanticRow),
})
export type SemanticReview = Readonly<z.infer<typeof semanticReview>>
