// Loaded when a search engine on Bedrock is opened (retrieve-exchange.ts). A file of its own, so that a bundler leaves out what of
// the SDK it does not name, and so that a function without that engine loads none of it.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  BedrockAgentRuntimeClient,
  RetrieveCommand,
  type RetrieveCommandInput,
} from '@aws-sdk/client-bedrock-agent-runtime'

/** A request as the SDK has addressed, written and signed it. */
export type SignedRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export type SignedReply = {
  readonly statusCode: number
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

type Carry = (request: SignedRequest) => Promise<SignedReply>

/**
 * Asks once: `carry` takes the request there and brings the reply back. Gives the reply as the SDK reads it, which checks no type.
 * @throws Error of the SDK for a reply that refuses or cannot be read, and for what keeps it from asking, such as missing
 * credentials; whatever `carry` throws
 */
export type SendRetrieve = (input: RetrieveCommandInput, carry: Carry) => Promise<unknown>

type Handler = BedrockAgentRuntimeClient['config']['requestHandler']

/**
 * Region, credentials and, where one is set, another address (`AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME`) come from the SDK's own
 * environment variables. How a request is carried, how long it may take and whether it is made again is the caller's: the SDK's own
 * transports have no exact limits and none to the size of an answer, and this client's speaks HTTP/2.
 */
export function createSendRetrieve(): SendRetrieve {
  const carries = new AsyncLocalStorage<Carry>()
  const requestHandler: Handler = {
    handle: async ({ protocol, hostname, port, path, headers, body }) => {
      const carry = carries.getStore()
      if (carry === undefined) throw new Error('nobody carries this request')
      const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`)
      return { response: await carry({ url, headers, body: bytesOf(body) }) }
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  }
  const client = new BedrockAgentRuntimeClient({ maxAttempts: 1, requestHandler })
  return (input, carry) => carries.run(carry, () => client.send(new RetrieveCommand(input)))
}

/** The SDK writes JSON into bytes that behave as a text, too, and warns of it: only the bytes are looked at. */
function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array
    ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
    : Buffer.from(String(body))
}
