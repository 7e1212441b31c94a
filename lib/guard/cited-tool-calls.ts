import type { OpenedDraft } from './open-draft.ts'

/** Distinct tool call ids that a draft cites, in document order (at most 50): what to read from the ledger. None under code 1. */
export function citedToolCalls(opened: OpenedDraft): readonly string[] {
  if (!opened.wellFormed) return []
  return [...new Set(opened.draft.analysis.flatMap((analysis) => analysis.tool_call_ids))]
}
