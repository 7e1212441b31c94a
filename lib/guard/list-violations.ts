import { limits } from '../contract/limits.ts'
import type { Violation } from '../contract/verdict.ts'
import { violations } from '../contract/violations.ts'
import { countBytes } from '../text/cut-text.ts'
import { wellFormed } from '../text/well-formed.ts'
import type { Reported } from './apply-rule.ts'
import { byDocumentOrder } from './document-order.ts'
import { jsonPointer } from './json-pointer.ts'
import { suggestId } from './suggest-id.ts'

/**
 * What was found, as the guard answers it: in document order (at one place in the order of the rules), at most 200 rows whose
 * JSON stays under 100 KB. How many there were is for the caller to count.
 */
export function listViolations(reported: readonly Reported[]): Violation[] {
  const ordered = reported.toSorted((a, b) => byDocumentOrder(a.path, b.path))
  const listed: Violation[] = []
  let bytes = '[]'.length
  for (const row of ordered.slice(0, limits.verdict.violations)) {
    const violation = toViolation(row)
    bytes += countBytes(JSON.stringify(violation)) + ','.length
    if (bytes >= limits.verdict.violationsBytes) break
    listed.push(violation)
  }
  return listed
}

/** Ids and field names come from a model and may hold lone surrogates, which strict JSON parsers refuse. */
function toViolation({ code, path, message, suggest, tool_call_id, document_id }: Reported): Violation {
  const nearest = suggest === undefined ? null : suggestId(suggest.id, suggest.known)
  const suggestion =
    nearest === null ? '' : ` The nearest known id is "${nearest}"; use it only if it is what you mean.`
  return {
    code,
    path: wellFormed(jsonPointer(path)),
    message: wellFormed(message),
    hint: wellFormed(violations[code].hint + suggestion),
    ...(tool_call_id !== undefined && { tool_call_id: wellFormed(tool_call_id) }),
    ...(document_id !== undefined && { document_id: wellFormed(document_id) }),
  }
}
