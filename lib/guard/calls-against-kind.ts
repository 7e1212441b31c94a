import type { AnalysisKind } from '../contract/draft.ts'
import type { EvidenceStatus } from '../contract/rag-tool-result.ts'
import type { CheckedDraft, Finding } from './rule.ts'

/** One finding for each place where an analysis of `kind` cites a READY call with `status`. */
export function callsAgainstKind(
  { analyses }: CheckedDraft,
  kind: AnalysisKind,
  status: EvidenceStatus,
  message: (id: string) => string,
): Finding[] {
  return analyses.flatMap(({ analysis, calls }, i) =>
    calls.flatMap((call, j) =>
      analysis.kind === kind && call.state === 'READY' && call.result.evidence_status === status
        ? [{ path: ['analysis', i, 'tool_call_ids', j], tool_call_id: call.id, message: message(call.id) }]
        : [],
    ),
  )
}
