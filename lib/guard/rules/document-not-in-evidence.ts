import { callsThatHold } from '../calls-that-hold.ts'
import type { CitedAnalysis, Finding, Rule } from '../rule.ts'

/** Ids are compared literally: another chunk, or the document without its chunk, does not count. */
export const documentNotInEvidence: Rule = {
  code: 'DOCUMENT_NOT_IN_EVIDENCE',
  check: ({ analyses }) => analyses.flatMap(strayDocuments),
}

function strayDocuments(cited: CitedAnalysis, i: number): Finding[] {
  const calls = callsThatHold(cited)
  if (calls === null) return []
  // Calls that found nothing have no items, so any document under a NEGATIVE_OBSERVATION is a stray one.
  const known = calls.flatMap((call) => call.result.evidence.map((item) => item.document_id))
  return cited.analysis.document_ids.flatMap((id, j) =>
    known.includes(id)
      ? []
      : [
          {
            path: ['analysis', i, 'document_ids', j],
            message: `No cited tool call found the document "${id}".`,
            document_id: id,
            suggest: { id, known },
          },
        ],
  )
}
