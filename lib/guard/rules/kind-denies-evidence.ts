import { callsAgainstKind } from '../calls-against-kind.ts'
import type { Rule } from '../rule.ts'

export const kindDeniesEvidence: Rule = {
  code: 'KIND_DENIES_EVIDENCE',
  check: (subject) =>
    callsAgainstKind(
      subject,
      'NEGATIVE_OBSERVATION',
      'EVIDENCE_FOUND',
      (id) => `The tool call "${id}" found evidence.`,
    ),
}
