import type { ReadyCall } from './resolve-call.ts'
import type { CitedAnalysis } from './rule.ts'

/**
 * The cited calls of an analysis when none of codes 12 to 17 and 20 applies to it, else null. Codes 18 and 19 are checked
 * on these only: one cause, one code (spec 04).
 */
export function callsThatHold({ analysis, calls }: CitedAnalysis): readonly ReadyCall[] | null {
  const expected = analysis.kind === 'NORMAL' ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE'
  const holding = calls.filter((call) => call.state === 'READY').filter((c) => c.result.evidence_status === expected)
  return holding.length === calls.length ? holding : null
}
