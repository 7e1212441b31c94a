// The bounded view that an agent sees, and the only way to make one, whatever the tool (spec 02, "Project").
import { Fault } from '../contract/faults.ts'
import type { ToolProjectionLimits } from '../contract/limits.ts'
import type { EvidenceItem, RagToolResult } from '../contract/rag-tool-result.ts'
import { countBytes, cutText } from '../text/cut-text.ts'
import { isBlank } from '../text/is-blank.ts'
import { wellFormed } from '../text/well-formed.ts'

export type ViewInput = {
  readonly toolCallId: string
  readonly query: string
  /** In order of rank. The same `document_id` again is left out; a blank excerpt is no evidence. */
  readonly items: Iterable<EvidenceItem>
  readonly relevanceLevel: RagToolResult['relevance_level']
}

export type Projection = {
  /** The exact text that is stored, digested and shown. */
  readonly text: string
  readonly view: RagToolResult
  /** Items whose excerpt was cut, which the frozen view cannot say one by one. */
  readonly cutDocumentIds: readonly string[]
}

/**
 * @throws Fault `E_INTERNAL` when not even the empty view fits `maxBytes`: nothing is shown rather than something unbounded.
 */
export function projectView(input: ViewInput, limits: ToolProjectionLimits): Projection {
  const query = cutText(input.query, limits.maxQueryChars)
  const { items, cutIds, more } = takeItems(input.items, limits)
  let truncated = query.cut || more || cutIds.size > 0
  for (let kept = items.length; kept >= 0; kept -= 1) {
    const evidence = items.slice(0, kept)
    const view: RagToolResult = {
      evidence_status: kept > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
      tool_call_id: input.toolCallId,
      query: query.text,
      evidence,
      returned_count: kept,
      relevance_level: kept > 0 ? input.relevanceLevel : null,
      truncated,
    }
    const text = JSON.stringify(view)
    if (countBytes(text) <= limits.maxBytes) {
      const cutDocumentIds = evidence.map((item) => item.document_id).filter((id) => cutIds.has(id))
      return { text, view, cutDocumentIds }
    }
    truncated = true
  }
  throw new Fault('E_INTERNAL', { context: { reason: 'projection_over_budget', maxBytes: limits.maxBytes } })
}

function takeItems(source: Iterable<EvidenceItem>, { maxItems, maxExcerptChars }: ToolProjectionLimits) {
  const items: EvidenceItem[] = []
  const seen = new Set<string>()
  const cutIds = new Set<string>()
  let more = false
  for (const item of source) {
    const document_id = wellFormed(item.document_id)
    const excerpt = cutText(item.excerpt, maxExcerptChars)
    if (seen.has(document_id) || (isBlank(excerpt.text) && !excerpt.cut)) continue
    if (items.length === maxItems) {
      more = true
      break
    }
    seen.add(document_id)
    if (excerpt.cut) cutIds.add(document_id)
    items.push({
      document_id,
      source: clean(item.source),
      title: clean(item.title),
      breadcrumb: clean(item.breadcrumb),
      excerpt: excerpt.text,
    })
  }
  return { items, cutIds, more }
}

const clean = (text: string | null) => (text === null ? null : wellFormed(text))
