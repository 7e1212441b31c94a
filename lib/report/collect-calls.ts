// A run's calls as its page shows them: the stored views, completed by what the report kept of views that have expired.
import { type EvidenceItem, ragToolResult } from '../contract/rag-tool-result.ts'
import type { RunView } from '../contract/run.ts'
import type { EvidenceSnapshot, SnapshotInvocation } from '../contract/verdict.ts'

export type ShownItem = EvidenceItem & {
  /** The id of its element on the page. */
  readonly anchor: string
  readonly cut: boolean
  /** Indexes of the analyses that cite it, in their order. */
  readonly citedBy: readonly number[]
  readonly quotes: readonly string[]
}

export type ShownCall = {
  readonly anchor: string
  readonly toolCallId: string
  readonly tool: string
  readonly origin: 'searched' | 'recorded_by_caller' | null
  readonly outcome: 'found' | 'nothing' | 'failed' | 'unfinished' | 'expired' | 'unreadable'
  readonly query: string | null
  readonly grade: string | null
  readonly truncated: boolean
  readonly items: readonly ShownItem[]
  readonly error: { readonly code: string; readonly message: string } | null
  readonly createdAt: string | null
  /** The stored view, whole; null when there is none. */
  readonly view: unknown
  readonly audits: readonly unknown[]
}

type Invocation = RunView['invocations'][number]
type Seen = Pick<ShownCall, 'query' | 'grade' | 'truncated'> & { readonly evidence: readonly EvidenceItem[] }

/** In the order of the run; calls that only the report still knows come last. */
export function collectCalls(view: RunView): ShownCall[] {
  const kept = new Map((view.report?.snapshot?.invocations ?? []).map((call) => [call.tool_call_id, call]))
  const known = new Set(view.invocations.map((call) => call.tool_call_id))
  const gone = [...kept.values()].filter((call) => !known.has(call.tool_call_id)).map(expiredInvocation)
  return [...view.invocations, ...gone].map((call, i) => callOf(view, call, kept.get(call.tool_call_id) ?? null, i))
}

function callOf(view: RunView, call: Invocation, kept: SnapshotInvocation | null, index: number): ShownCall {
  const seen = seenIn(call.result) ?? (kept === null ? null : keptBy(kept))
  const evidence = evidenceOf(seen?.evidence ?? [], kept?.items ?? [])
  return {
    anchor: `call-${index + 1}`,
    toolCallId: call.tool_call_id,
    tool: call.tool,
    origin: call.origin ?? kept?.origin ?? null,
    outcome: outcomeOf(call, seen),
    query: seen?.query ?? null,
    grade: seen?.grade ?? null,
    truncated: seen?.truncated ?? false,
    items: evidence.map((item, i) => ({
      ...item,
      anchor: `call-${index + 1}-text-${i + 1}`,
      cut: kept?.items.some((k) => k.document_id === item.document_id && k.cut) ?? false,
      ...citationsOf(view, call.tool_call_id, item.document_id),
    })),
    error: call.error,
    createdAt: call.created_at,
    view: call.result ?? null,
    audits: call.audit,
  }
}

function outcomeOf(call: Invocation, seen: Seen | null): ShownCall['outcome'] {
  if (call.expired) return 'expired'
  if (call.status === 'FAILED') return 'failed'
  if (call.status === 'UNFINISHED') return 'unfinished'
  if (seenIn(call.result) === null) return 'unreadable'
  return seen !== null && seen.evidence.length > 0 ? 'found' : 'nothing'
}

/** A stored view that is not what the contract says is shown as it stands, and as nothing else. */
function seenIn(result: unknown): Seen | null {
  const { success, data } = ragToolResult.safeParse(result)
  if (!success) return null
  return { query: data.query, grade: data.relevance_level, truncated: data.truncated, evidence: data.evidence }
}

/** What the guard verified is what the report kept: it stands before a record that has changed since. */
function evidenceOf(seen: readonly EvidenceItem[], kept: readonly EvidenceItem[]): EvidenceItem[] {
  const others = seen.filter((item) => !kept.some((k) => k.document_id === item.document_id))
  return [...kept, ...others]
}

function keptBy({ query, relevance_level, truncated, items }: SnapshotInvocation): Seen {
  return { query, grade: relevance_level, truncated, evidence: items }
}

function expiredInvocation({ tool_call_id, tool, origin }: SnapshotInvocation): Invocation {
  return {
    tool_call_id,
    tool,
    origin,
    status: 'READY',
    result: null,
    error: null,
    created_at: null,
    expired: true,
    audit: [],
  }
}

function citationsOf({ report }: RunView, toolCallId: string, documentId: string) {
  const analyses = report?.draft?.analysis ?? []
  const citedBy = analyses.flatMap(({ id }, i) =>
    referencesOf(report?.snapshot ?? null, id).some(
      (r) => r.tool_call_id === toolCallId && r.document_ids.includes(documentId),
    )
      ? [i]
      : [],
  )
  const quotes = citedBy.flatMap((i) =>
    (analyses[i]?.quotes ?? []).filter((q) => q.document_id === documentId).map((q) => q.text),
  )
  return { citedBy, quotes }
}

/** What an analysis rests on, as the guard found it; never as the draft says it. */
export function referencesOf(
  snapshot: EvidenceSnapshot | null,
  analysisId: string,
): EvidenceSnapshot['analyses'][number]['references'] {
  return snapshot?.analyses.find((a) => a.analysis_id === analysisId)?.references ?? []
}
