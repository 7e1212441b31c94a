// The hits of an engine, in the words of spec 01's table -> `KnowledgeAnswer` (spec 01, "Search"), the same for every engine. Fails
// closed: what can't be read is never "no evidence".
import { Fault } from '../contract/faults.ts'
import type { KnowledgeHit } from '../contract/knowledge-hit.ts'
import { createContractWarnings } from './contract-warnings.ts'
import type { KnowledgeAnswer } from './knowledge-search-port.ts'
import { mapHit } from './map-hit.ts'

type EvidenceStatus = KnowledgeAnswer['evidenceStatus']

/**
 * What the audit keeps of an engine's own trace is null: only an engine that has one can add it.
 * @param given the list of hits, each as `mapHit` takes it
 * @param said `evidence_status`, as the engine says it
 * @throws Fault `E_KNOWLEDGE_BAD_RESPONSE` when hits are malformed and none of the others has anything to show: what was dropped may
 * have been the evidence.
 */
export function answerFromHits(
  given: readonly unknown[],
  said: unknown,
  serviceRequestId: string | null,
): KnowledgeAnswer {
  const warnings = createContractWarnings()
  const mapped = given.map((raw, index) => mapHit(raw, index + 1, warnings.add))
  const hits = mapped.flatMap((each) => (each.kind === 'hit' ? [each.hit] : []))
  if (mapped.some(({ kind }) => kind === 'malformed') && hits.every(({ content }) => content.trim() === '')) {
    throw new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context: { failure: 'every-hit-malformed', serviceRequestId } })
  }
  const status = saidStatus(said, given.length, warnings.add)
  const evidence = settleContradiction(status, hits, given.length, warnings.add)
  return {
    ...evidence,
    noEvidenceBasis: null,
    recallCount: null,
    rerankModel: null,
    serviceRequestId,
    contractWarnings: warnings.list(),
  }
}

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
