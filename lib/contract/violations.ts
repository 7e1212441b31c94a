// THE table of violation codes (spec 04). Rules, docs and tests derive from it; the order is the order of the codes' numbers.

type ViolationRow = {
  readonly number: number
  /** A structure, B citations, C stored content. */
  readonly group: 'A' | 'B' | 'C'
  readonly meaning: string
  /** What the model is told to do. */
  readonly hint: string
}

export const violations = {
  DRAFT_SCHEMA_INVALID: {
    number: 1,
    group: 'A',
    meaning: 'The draft is not JSON, or a field is missing, extra, mistyped or over its limit.',
    hint: 'Send one JSON object with exactly the fields of the schema; correct the field at this path.',
  },
  ANALYSIS_ID_DUPLICATE: {
    number: 2,
    group: 'A',
    meaning: 'Two analyses share an id.',
    hint: 'Give each analysis an id of its own.',
  },
  ANALYSIS_TEXT_BLANK: {
    number: 3,
    group: 'A',
    meaning: 'An analysis has no text.',
    hint: 'Write what was observed, or remove this analysis.',
  },
  ANALYSIS_UNCITED: {
    number: 4,
    group: 'A',
    meaning: 'An analysis cites no tool call, or a NORMAL one no document.',
    hint: 'Cite the tool call and, for a NORMAL analysis, the document_id it rests on; or remove this analysis.',
  },
  CONCLUSION_TEXT_BLANK: {
    number: 5,
    group: 'A',
    meaning: 'The conclusion has no text.',
    hint: 'Write the conclusion, or set conclusion to null.',
  },
  CONCLUSION_UNGROUNDED: {
    number: 6,
    group: 'A',
    meaning: 'The conclusion is based on no analysis.',
    hint: 'Name the analyses that carry the conclusion, or set conclusion to null.',
  },
  CONCLUSION_BASIS_UNKNOWN: {
    number: 7,
    group: 'A',
    meaning: 'The conclusion is based on an analysis id that does not exist.',
    hint: 'Use only ids of analyses of this draft.',
  },
  ACTION_ID_DUPLICATE: {
    number: 8,
    group: 'A',
    meaning: 'Two actions share an id.',
    hint: 'Give each action an id of its own.',
  },
  ACTION_TEXT_BLANK: {
    number: 9,
    group: 'A',
    meaning: 'An action has no text.',
    hint: 'Write what to do, or remove this action.',
  },
  ACTION_BASIS_INVALID: {
    number: 10,
    group: 'A',
    meaning: 'An action is based on no analysis, or on one that does not exist.',
    hint: 'Name analyses of this draft that justify the action, or remove it.',
  },
  LIMITATIONS_MISSING: {
    number: 11,
    group: 'A',
    meaning: 'Limitations are absent, empty or all blank.',
    hint: 'State at least one limitation of this diagnosis.',
  },
  TOOL_CALL_UNKNOWN: {
    number: 12,
    group: 'B',
    meaning: 'There is no such tool call in this run.',
    hint: 'Cite a tool_call_id of this run literally, or drop this citation.',
  },
  TOOL_CALL_FOREIGN_RUN: {
    number: 13,
    group: 'B',
    meaning: 'The tool call belongs to another run.',
    hint: 'Evidence of another run does not count; look it up again in this run, or drop this citation.',
  },
  TOOL_CALL_NOT_READY: {
    number: 14,
    group: 'B',
    meaning: 'The tool call failed, so it shows nothing.',
    hint: 'A failed call is no evidence, found or absent; drop this citation.',
  },
  TOOL_CALL_EXPIRED: {
    number: 15,
    group: 'B',
    meaning: 'The stored record of the tool call has expired.',
    hint: 'Look it up again, or drop this citation.',
  },
  KIND_CLAIMS_EVIDENCE: {
    number: 16,
    group: 'B',
    meaning: 'A NORMAL analysis cites a call that found nothing.',
    hint: 'Make it a NEGATIVE_OBSERVATION, or cite a call that found evidence.',
  },
  KIND_DENIES_EVIDENCE: {
    number: 17,
    group: 'B',
    meaning: 'A NEGATIVE_OBSERVATION cites a call that found evidence.',
    hint: 'Cite only calls whose evidence_status is NO_EVIDENCE, or make it a NORMAL analysis with its documents.',
  },
  DOCUMENT_NOT_IN_EVIDENCE: {
    number: 18,
    group: 'B',
    meaning: 'The document id is in none of the cited calls.',
    hint: 'Copy a document_id literally from the evidence of a cited call, or drop it.',
  },
  QUOTE_NOT_IN_EVIDENCE: {
    number: 19,
    group: 'C',
    meaning: 'The quote is missing, or not literally in the excerpt it names.',
    hint: 'Copy the quote word for word from the excerpt of a document_id that this analysis cites.',
  },
  LEDGER_RECORD_INVALID: {
    number: 20,
    group: 'C',
    meaning: 'The stored record of the tool call is not what was stored.',
    hint: 'This record cannot be trusted; look it up again under a new id, or drop this citation.',
  },
} as const satisfies Record<string, ViolationRow>

export type ViolationCode = keyof typeof violations

/** All codes, in the order of their numbers. */
export const violationCodes = Object.keys(violations) as readonly ViolationCode[]
