// Drafts and ledger records for the guard's tests. The defaults pass; a test shows only the fields that matter to it.
import { createHash } from 'node:crypto'
import type { CanonicalInvocation } from '../../../lib/contract/invocation.ts'
import type { EvidenceItem, RagToolResult } from '../../../lib/contract/rag-tool-result.ts'
import type { GuardVerdict } from '../../../lib/contract/verdict.ts'
import { checkDraft } from '../../../lib/guard/check-draft.ts'
import { openDraft } from '../../../lib/guard/open-draft.ts'
import type { CitedEvidence } from '../../../lib/guard/resolve-call.ts'

/** 2026-01-01T00:00:00Z in epoch ms. */
export const now = 1_767_225_600_000
const tomorrow = now / 1000 + 86_400

export const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

export function item(document_id: string, over: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    document_id,
    source: 'gw.md',
    title: 'Gateway',
    breadcrumb: null,
    excerpt: `Excerpt of ${document_id}.`,
    ...over,
  }
}

/** The view of a call that found `items`, or nothing. */
export function view(
  tool_call_id: string,
  items: readonly EvidenceItem[],
  over: Partial<RagToolResult> = {},
): RagToolResult {
  return {
    evidence_status: items.length > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
    tool_call_id,
    query: `query of ${tool_call_id}`,
    evidence: [...items],
    returned_count: items.length,
    relevance_level: items.length > 0 ? 'PRECISE' : null,
    truncated: false,
    ...over,
  }
}

/** The record of `tool_call_id` whose stored text is `projection`, with the right digest. */
export function stored(
  tool_call_id: string,
  projection: string,
  over: Partial<CanonicalInvocation> = {},
): CanonicalInvocation {
  return {
    run_id: 'r1',
    tool_call_id,
    owner: 'alice',
    status: 'READY',
    tool: 'lookup_knowledge',
    origin: 'searched',
    args_digest: 'a'.repeat(64),
    projection,
    projection_sha256: sha256(projection),
    evidence_status: projection.includes('"NO_EVIDENCE"') ? 'NO_EVIDENCE' : 'EVIDENCE_FOUND',
    cut_document_ids: [],
    error: null,
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: tomorrow,
    attempt: 'attempt-1',
    schema_version: 1,
    ...over,
  }
}

/** A READY record of a call that found `items`, or nothing. */
export function found(id: string, items: readonly EvidenceItem[], over: Partial<CanonicalInvocation> = {}) {
  const status = items.length > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE'
  return stored(id, JSON.stringify(view(id, items)), { evidence_status: status, ...over })
}

export function failed(id: string, over: Partial<CanonicalInvocation> = {}): CanonicalInvocation {
  return stored(id, '', {
    status: 'FAILED',
    projection: null,
    projection_sha256: null,
    evidence_status: null,
    error: { code: 'E_KNOWLEDGE_UNAVAILABLE', message: 'The knowledge service cannot be reached; try again.' },
    ...over,
  })
}

/** `c1` found d#chunk-1 and d#chunk-2, `c2` found nothing. */
export const usualRecords = [found('c1', [item('d#chunk-1'), item('d#chunk-2')]), found('c2', [])]

export function ledger(records = usualRecords, over: Partial<CitedEvidence> = {}): CitedEvidence {
  return {
    records: new Map(records.map((record) => [record.tool_call_id, record])),
    foreign: new Set(),
    knownIds: records.map((record) => record.tool_call_id),
    ...over,
  }
}

export type DraftPart = Readonly<Record<string, unknown>>

export function normal(over: DraftPart = {}): DraftPart {
  return {
    id: 'a1',
    kind: 'NORMAL',
    text: 'It times out.',
    tool_call_ids: ['c1'],
    document_ids: ['d#chunk-1'],
    ...over,
  }
}

export function negative(over: DraftPart = {}): DraftPart {
  return {
    id: 'a2',
    kind: 'NEGATIVE_OBSERVATION',
    text: 'Nothing on DNS.',
    tool_call_ids: ['c2'],
    document_ids: [],
    ...over,
  }
}

export function action(over: DraftPart = {}): DraftPart {
  return { id: 'p1', text: 'Raise the time limit.', based_on_analysis_ids: ['a1'], ...over }
}

/** A draft that passes against `ledger()`. */
export function draft(over: DraftPart = {}): DraftPart {
  return {
    analysis: [normal(), negative()],
    conclusion: { text: 'The upstream is slow.', based_on_analysis_ids: ['a1'] },
    action_plan: [action()],
    limitations: ['One gateway only.'],
    ...over,
  }
}

export function judge(
  value: unknown,
  evidence: CitedEvidence = ledger(),
  options: { readonly requireQuotes?: boolean; readonly now?: number } = {},
): GuardVerdict {
  return checkDraft(openDraft(value), evidence, { requireQuotes: false, now, ...options })
}

/** `CODE /path` of each violation, as listed. */
export function reported(verdict: GuardVerdict): string[] {
  return verdict.violations.map(({ code, path }) => `${code} ${path}`)
}
