import type { EvidenceItem, RagToolResult } from '../../../contract/rag-tool-result.ts'
import { type Passage, readPassages } from './read-passages.ts'

/** A passage with the coordinates by which it is cited. */
export type FoundPassage = Passage & {
  readonly item: EvidenceItem
  readonly toolCallId: string
  /** Of the lookup and of the item in it, from 0. */
  readonly lookup: number
  readonly rank: number
}

/** What all results say, in their order. An item that two results have is that of the first. */
export function foundPassages(results: readonly RagToolResult[]): FoundPassage[] {
  const seen = new Set<string>()
  return results.flatMap((result, lookup) =>
    result.evidence.flatMap((item, rank) => {
      if (seen.has(item.document_id)) return []
      seen.add(item.document_id)
      const at = { item, toolCallId: result.tool_call_id, lookup, rank }
      return readPassages(item.excerpt, result.truncated).map((passage) => ({ ...passage, ...at }))
    }),
  )
}
