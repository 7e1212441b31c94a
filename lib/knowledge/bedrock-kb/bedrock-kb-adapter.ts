import { Fault } from '../../contract/faults.ts'
import { answerFromHits } from '../answer-from-hits.ts'
import type { KnowledgeAnswer, KnowledgeSearchPort } from '../knowledge-search-port.ts'
import type { RetrieveExchange } from './retrieve-exchange.ts'
import { retrieveInput } from './retrieve-input.ts'
import { retrieveReply } from './retrieve-reply.ts'
import { translateRetrieved } from './translate-retrieved.ts'

/**
 * The search port over one knowledge base of Amazon Bedrock (`Retrieve`; spec 01, "Other engines"). It tells no status of its
 * evidence: a list with results is `supported`, an empty one `no_evidence`. Its scores are not calibrated, so `PRECISE_THRESHOLD` and
 * `REFERENCE_THRESHOLD` have to be set for the knowledge base at hand.
 * @param knowledgeBaseId 10 letters and digits
 */
export function createBedrockKbSearch(exchange: RetrieveExchange, knowledgeBaseId: string): KnowledgeSearchPort {
  return {
    search: async (query, call) => {
      const { body, serviceRequestId } = await exchange(retrieveInput(knowledgeBaseId, query), call)
      return answerOf(body, serviceRequestId)
    },
  }
}

function answerOf(body: unknown, serviceRequestId: string | null): KnowledgeAnswer {
  const reply = retrieveReply.safeParse(body)
  if (!reply.success) {
    throw new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context: { failure: 'no-results', serviceRequestId } })
  }
  const { retrievalResults, nextToken } = reply.data
  const said = retrievalResults.length > 0 ? 'supported' : 'no_evidence'
  const answer = answerFromHits(retrievalResults.map(translateRetrieved), said, serviceRequestId)
  if (typeof nextToken !== 'string') return answer
  const more = 'The reply does not hold all results (nextToken); the others are not read.'
  return { ...answer, contractWarnings: [...answer.contractWarnings, more] }
}
