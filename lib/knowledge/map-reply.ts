// A py-rag search reply -> `KnowledgeAnswer` (spec 01, "Search"). Fails closed: what can't be read is never "no evidence".
import * as z from 'zod'
import { Fault } from '../contract/faults.ts'
import { retrievalTraceReply, searchReply } from '../contract/knowledge-api.ts'
import type { KnowledgeHit } from '../contract/knowledge-hit.ts'
import { cutText } from '../text/cut-text.ts'
import { createContractWarnings } from './contract-warnings.ts'
import type { KnowledgeAnswer } from './knowledge-search-port.ts'
import { mapHit } from './map-hit.ts'

type EvidenceStatus = KnowledgeAnswer['evidenceStatus']

/** Characters of a trace's texts that are kept. */
const traceChars = 500

/**
 * @throws Fault `E_KNOWLEDGE_BAD_RESPONSE` when there is no list of hits, or when hits are malformed and none of the others has
 * anything to show: what was dropped may have been the evidence.
 */
export function mapReply(reply: unknown, serviceRequestId: string | null): KnowledgeAnswer {
  const parsed = searchReply.safeParse(reply)
  if (!parsed.success) throw badReply('no-hits', serviceRequestId)
  const { hits: given, evidence_status, retrieval_trace } = parsed.data
  const warnings = createContractWarnings()

  const mapped = given.map((raw, index) => mapHit(raw, index + 1, warnings.add))
  const hits = mapped.flatMap((each) => (each.kind === 'hit' ? [each.hit] : []))
  if (mapped.some(({ kind }) => kind === 'malformed') && hits.every(({ content }) => content.trim() === '')) {
    throw badReply('every-hit-malformed', serviceRequestId)
  }
  const said = saidStatus(evidence_status, given.length, warnings.add)
  const evidence = settleContradiction(said, hits, given.length, warnings.add)
  const trace = traceReply.parse(retrieval_trace)
  return {
    ...evidence,
    noEvidenceBasis: traceText(trace.no_evidence_basis),
    recallCount: trace.recall_count,
    rerankModel: traceText(trace.rerank_model),
    serviceRequestId,
    contractWarnings: warnings.list(),
  }
}

/** The trace is for the audit only: one that is not an object is none. */
const traceReply = z.lazy(() =>
  retrievalTraceReply.catch({ recall_count: null, rerank_model: null, no_evidence_basis: null }),
)

function saidStatus(given: unknown, hitCount: number, addWarning: (sentence: string) => void): EvidenceStatus {
  if (given === 'supported' || given === 'no_evidence') return given
  const problem = given === undefined || given === null ? 'is missing' : 'is neither supported nor no_evidence'
  addWarning(`evidence_status ${problem}; it is taken from hits.`)
  return hitCount > 0 ? 'supported' : 'no_evidence'
}

/** A reply that contradicts itself is no evidence. */
function settleContradiction(
  said: EvidenceStatus,
  hits: readonly KnowledgeHit[],
  givenCount: number,
  addWarning: (sentence: string) => void,
): Pick<KnowledgeAnswer, 'hits' | 'evidenceStatus'> {
  if (said === 'no_evidence' && givenCount > 0) {
    addWarning('evidence_status is no_evidence, but there are hits; it counts as no evidence.')
  }
  if (said === 'supported' && hits.length === 0) {
    addWarning(
      `evidence_status is supported, but ${givenCount > 0 ? 'no hit has an excerpt' : 'there are no hits'}; it counts as no evidence.`,
    )
  }
  return said === 'supported' && hits.length > 0
    ? { hits, evidenceStatus: 'supported' }
    : { hits: [], evidenceStatus: 'no_evidence' }
}

function traceText(text: string | null): string | null {
  return text === null ? null : cutText(text, traceChars).text
}

function badReply(failure: string, serviceRequestId: string | null): Fault {
  return new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context: { failure, serviceRequestId } })
}
