import type { GuardVerdict } from '../../lib/contract/verdict.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'

/** Counts and logs a verdict: which codes, never what the draft says. */
export function tellVerdict(
  { log, measure }: Pick<Telemetry, 'log' | 'measure'>,
  { verdict, violations, violations_total }: GuardVerdict,
): void {
  const byCode = Map.groupBy(violations, ({ code }) => code)
  const codes = Object.fromEntries([...byCode].map(([code, rows]) => [code, rows.length]))
  log('DRAFT_CHECKED', { verdict, violations_total, codes })
  measure('GuardVerdicts', 1, { verdict })
  for (const [code, rows] of byCode) measure('GuardViolations', rows.length, { code })
}
