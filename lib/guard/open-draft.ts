import { type DiagnosisDraft, diagnosisDraft } from '../contract/draft.ts'
import { applyRule, type Reported } from './apply-rule.ts'
import { shapeRule } from './rules.ts'

/** A draft that has the shape of one, or every reason why it has not (code 1 only). */
export type OpenedDraft =
  | { readonly wellFormed: true; readonly draft: DiagnosisDraft }
  | { readonly wellFormed: false; readonly reported: readonly Reported[] }

/** Opens any parsed JSON value as a draft, so that its citations can be read from the ledger before it is checked. */
export function openDraft(value: unknown): OpenedDraft {
  const reported = applyRule(shapeRule, value)
  if (reported.length > 0) return { wellFormed: false, reported }
  return { wellFormed: true, draft: diagnosisDraft.parse(value) }
}
