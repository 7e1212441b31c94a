// A knowledge base on loopback: the SDK's real client in front of a server that speaks the REST JSON of `Retrieve`.
import { createBedrockKbSearch } from '../../../../lib/knowledge/bedrock-kb/bedrock-kb-adapter.ts'
import {
  createRetrieveExchange,
  type RetrieveExchangeOptions,
} from '../../../../lib/knowledge/bedrock-kb/retrieve-exchange.ts'
import { createSendRetrieve } from '../../../../lib/knowledge/bedrock-kb/send-retrieve.ts'
import { type Behaviour, json } from '../hostile-service.ts'
import { callOf, queryOf } from '../test-call.ts'

export const knowledgeBaseId = 'KB01234567'

/** What the SDK reads of its surroundings, for tests that set it with `vi.stubEnv`. */
export const awsVariables = (endpoint: string) => ({
  AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME: endpoint,
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIDTEST',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_SESSION_TOKEN: 'session-token-of-the-test',
})

/** The adapter over a client of its own, made from the environment. */
export function bedrockKbOf(changes: Partial<RetrieveExchangeOptions> = {}) {
  const limits = { connectMs: 60_000, searchMs: 60_000 }
  const exchange = createRetrieveExchange({ limits, now: Date.now, send: createSendRetrieve(), ...changes })
  return createBedrockKbSearch(exchange, knowledgeBaseId)
}

export const searchWith = (changes: Partial<RetrieveExchangeOptions> = {}, call = callOf()) =>
  bedrockKbOf(changes).search(queryOf(), call)

/** How AWS refuses: the exception's name stands in a header. */
export function awsError(status: number, exception: string, message = 'No.', requestId = 'aws-1'): Behaviour {
  return json({ message }, status, {
    'x-amzn-errortype': `${exception}:http://internal.amazon.com/`,
    'x-amzn-requestid': requestId,
  })
}
