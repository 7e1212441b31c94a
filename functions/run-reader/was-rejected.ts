import type { SemanticReview } from '../../lib/contract/semantic.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'
import type { Violation } from '../../lib/contract/verdict.ts'

export type JudgedDraft = {
  /** Present when no guard got to see it. */
  readonly refused: TurnItem['draft_refused']
  /** Whether the model was told to repair it. */
  readonly repaired: boolean
  readonly violations: readonly Violation[]
  readonly semantic: SemanticReview | null
}

/**
 * Whether a draft did not pass. That a record is gone says nothing against a draft: it was there when the draft was checked.
 * @param goneIds calls that were answered and whose records have expired since
 */
export function wasRejected(
  { refused, repaired, violations, semantic }: JudgedDraft,
  goneIds: ReadonlySet<string>,
): boolean {
  if (refused !== undefined || repaired) return true
  if (semantic?.rows.some((row) => row.verdict !== 'SUPPORTED')) return true
  return violations.some((v) => v.code !== 'TOOL_CALL_EXPIRED' || !goneIds.has(v.tool_call_id ?? ''))
}
