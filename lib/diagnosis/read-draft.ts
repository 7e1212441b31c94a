import { limits } from '../contract/limits.ts'
import type { DraftProblem } from '../contract/turn.ts'
import { violations } from '../contract/violations.ts'
import { countBytes, cutText } from '../text/cut-text.ts'
import { salvageDraft } from './salvage-draft.ts'

export type HandedDraft = {
  /** A JSON value; or text that is none, for the guard to say so. */
  readonly value: unknown
  /** Why it is not taken as it is, whatever a guard would say. */
  readonly problems: readonly DraftProblem[]
}

const maxBytes = limits.diagnosis.draftBytes
/** Characters that are kept of a draft over its size, for people. */
const keptChars = 2000
const draftField = /"(?:analysis|conclusion|action_plan|limitations)"\s*:/

/**
 * What was handed in: by calls of the submit tool, or else in a text that speaks of a draft's fields. Null when nothing was.
 * Several submits are several objects, of which none is picked.
 */
export function readDraft(submitted: readonly string[], text: string | null): HandedDraft | null {
  if (submitted.length > 0) return open(submitted.join('\n'))
  return text !== null && draftField.test(text) ? open(text) : null
}

function open(text: string): HandedDraft {
  const salvaged = salvageDraft(text)
  const value = salvaged === null ? text : salvaged.value
  if (countBytes(salvaged === null ? text : JSON.stringify(value)) <= maxBytes) return { value, problems: [] }
  const problem = {
    code: 'DRAFT_SCHEMA_INVALID',
    path: '',
    message: `The draft has more than ${maxBytes} bytes.`,
    hint: violations.DRAFT_SCHEMA_INVALID.hint,
  }
  // The mark behind it makes sure that what is kept never parses as a draft.
  return { value: `${cutText(text, keptChars).text}…`, problems: [problem] }
}
