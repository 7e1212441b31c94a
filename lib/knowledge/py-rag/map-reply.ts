// A py-rag search reply -> `KnowledgeAnswer` (spec 01, "Search"). Fails closed: what can't be read is never "no evidence".
import * as z from 'zod'
import { Fault } from '../../contract/faults.ts'
import { retrievalTraceReply, searchReply } from '../../contract/knowledge-api.ts'
import { cutText } from '../../text/cut-text.ts'
import { answerFromHits } from '../answer-from-hits.ts'
import type { KnowledgeAnswer } from '../knowledge-search-port.ts'

/** Characters of a trace's texts that are kept. */
const traceChars = 500

/** @throws Fault `E_KNOWLEDGE_BAD_RESPONSE` when there is no list of hits, and as `answerFromHits` does */
export function mapReply(reply: unknown, serviceRequestId: string | null): KnowledgeAnswer {
  const parsed = searchReply.safeParse(reply)
  if (!parsed.success) {
    throw new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context: { failure: 'no-hits', serviceRequestId } })
  }
  const { hits, evidence_status, retrieval_trace } = parsed.data
  const answer = answerFromHits(hits, evidence_status, serviceRequestId)
  const trace = traceReply.parse(retrieval_trace)
  return {
    ...answer,
    noEvidenceBasis: traceText(trace.no_evidence_basis),
    recallCount: trace.recall_count,
    rerankModel: traceText(trace.rerank_model),
  }
}

/** The trace is for the audit only: one that is not an object is none. */
const traceReply = z.lazy(() =>
  retrievalTraceReply.catch({ recall_count: null, rerank_model: null, no_evidence_basis: null }),
)

function traceText(text: string | null): string | null {
  return text === null ? null : cutText(text, traceChars).text
}
