// What people need to find out why a lookup gave what it gave. Scores live here and nowhere near the agent.
import type { Fault } from '../../lib/contract/faults.ts'
import type { LookupOutcome } from '../../lib/evidence/run-evidence.ts'
import type { Audit } from '../../lib/ledger/audit.ts'
import { countBytes, cutText } from '../../lib/text/cut-text.ts'
import type { AttemptLog } from './search-attempt.ts'

const queryChars = 1000

export function foundAudit(outcome: LookupOutcome, log: AttemptLog, requestId: string, now: number): Audit {
  const { lookup, projection } = outcome
  return {
    request_id: requestId,
    query: cutText(lookup.query, queryChars).text,
    duration_ms: now - log.started,
    candidate_count: lookup.candidateCount,
    withdrawn: log.withdrawn,
    evidence_block_count: lookup.evidenceBlockCount,
    top_similarity: lookup.topSimilarity,
    relevance_level: lookup.relevanceLevel,
    message: lookup.message,
    completeness_hint: lookup.completenessHint,
    scores: Object.fromEntries(lookup.evidenceBlocks.map((b) => [b.evidenceKey, { score: b.score, raw: b.rawScore }])),
    retrieval_trace: lookup.retrievalTrace,
    rerank_trace: lookup.rerankTrace,
    pack: {
      used_chars: lookup.contextPack.usedChars,
      included_sources: lookup.contextPack.includedSources,
      omitted_sources: lookup.contextPack.omittedSources,
    },
    view: {
      bytes: countBytes(projection.text),
      returned_count: projection.view.returned_count,
      truncated: projection.view.truncated,
      cut_document_ids: projection.cutDocumentIds,
    },
    packed_text: lookup.contextPack.packedText,
  }
}

export function failedAudit(fault: Fault, query: string, log: AttemptLog, requestId: string, now: number): Audit {
  return {
    request_id: requestId,
    query: cutText(query, queryChars).text,
    duration_ms: now - log.started,
    withdrawn: log.withdrawn,
    attempts: log.tried,
    context: fault.context,
  }
}
