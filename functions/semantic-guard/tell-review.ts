import type { SemanticReview } from '../../lib/contract/semantic.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'

/** Counts and logs a review: verdicts and rules, never a statement's words. */
export function tellReview(
  { log, measure }: Pick<Telemetry, 'log' | 'measure'>,
  { layer, model, judge_unavailable, rows }: SemanticReview,
): void {
  const byVerdict = Map.groupBy(rows, ({ verdict }) => verdict)
  const verdicts = Object.fromEntries([...byVerdict].map(([verdict, of]) => [verdict, of.length]))
  const rules = [...new Set(rows.map(({ rule }) => rule))]
  log('STATEMENTS_JUDGED', { layer, model, judged_by_model: model !== null, judge_unavailable, verdicts, rules })
  for (const [verdict, of] of byVerdict) measure('SemanticVerdicts', of.length, { verdict })
}
