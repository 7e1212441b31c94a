import { limits } from '../../contract/limits.ts'
import type { Environment, EnvironmentSchema } from '../../contract/settings.ts'
import type { KnowledgeSearchPort } from '../knowledge-search-port.ts'
import type { ServiceAttempt } from '../send-attempt.ts'
import { createBedrockKbSearch } from './bedrock-kb-adapter.ts'
import { createRetrieveExchange } from './retrieve-exchange.ts'

/** The settings that a function needs to search a knowledge base of Bedrock, beside the limits that hold for every engine. */
export const bedrockKbSettings = ['BEDROCK_KNOWLEDGE_BASE_ID', 'RETRIEVAL_TOP_K'] as const

type Limits = 'PYRAG_CONNECT_TIMEOUT_MS' | 'PYRAG_SEARCH_TIMEOUT_MS'
type BedrockKbSettings = Environment<EnvironmentSchema<(typeof bedrockKbSettings)[number] | Limits>>

/**
 * The search port as configured; region and credentials are the SDK's.
 * @throws Error that names a setting which is not set, or which asks for more than a knowledge base gives
 */
export function openBedrockKb(
  settings: BedrockKbSettings,
  onAttempt: (attempt: ServiceAttempt) => void,
): KnowledgeSearchPort {
  const id = settings.BEDROCK_KNOWLEDGE_BASE_ID
  if (id === undefined) {
    throw new Error(
      'Configuration is not valid: BEDROCK_KNOWLEDGE_BASE_ID is not set, and KNOWLEDGE_ENGINE=bedrock-kb needs it',
    )
  }
  if (settings.RETRIEVAL_TOP_K > limits.knowledge.retrieved) {
    throw new Error(
      `Configuration is not valid: RETRIEVAL_TOP_K is over ${limits.knowledge.retrieved}, which is all that KNOWLEDGE_ENGINE=bedrock-kb gives`,
    )
  }
  const limitMs = { connectMs: settings.PYRAG_CONNECT_TIMEOUT_MS, searchMs: settings.PYRAG_SEARCH_TIMEOUT_MS }
  return createBedrockKbSearch(createRetrieveExchange({ limits: limitMs, now: Date.now, onAttempt }), id)
}
