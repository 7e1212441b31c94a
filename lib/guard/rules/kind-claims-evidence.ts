import { callsAgainstKind } from '../calls-against-kind.ts'
import type { Rule } from '../rule.ts'

export const kindClaimsEvidence: Rule = {
  code: 'KIND_CLAIMS_EVIDENCE',
  check: (subject) =>
    callsAgainstKind(subject, 'NORMAL', 'NO_EVIDENCE', (id) => `The tool call "${id}" found nothing.`),
}
