// Replies as py-rag gives them (spec 01, "Search"); a test says only what it changes.

export const gatewayHit = {
  evidence_key: 'gateway-timeout-md-34223174#chunk-1',
  document_id: 'gateway-timeout-md-34223174',
  source: 'gateway-timeout-md',
  title: 'Gateway timeouts',
  breadcrumb: 'Gateway timeouts > Steps',
  excerpt: 'First check the upstream configuration ...',
  quality_score: 0.9147,
  relevance_level: 'PRECISE',
}

/** The hit with fields replaced; a field given as undefined is left out. */
export function hitWith(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...gatewayHit, ...changes }).filter(([, value]) => value !== undefined))
}

export function replyWith(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const reply = {
    query: 'how to debug a gateway timeout',
    mode: 'hybrid',
    hits: [gatewayHit],
    relevance_level: 'PRECISE',
    evidence_status: 'supported',
    retrieval_trace: {
      mode: 'hybrid',
      filters: { category: 'gateway' },
      recall_count: 20,
      rerank_model: 'BAAI/bge-reranker-v2-m3',
      no_evidence_basis: null,
    },
    ...changes,
  }
  return Object.fromEntries(Object.entries(reply).filter(([, value]) => value !== undefined))
}

export const noEvidenceReply = replyWith({
  hits: [],
  evidence_status: 'no_evidence',
  relevance_level: null,
  retrieval_trace: { recall_count: 0, rerank_model: null, no_evidence_basis: 'nothing above the threshold' },
})
