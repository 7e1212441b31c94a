import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import type { ModelPort } from '../model-port.ts'
import { bedrockFault } from './bedrock-fault.ts'
import { converseAnswer } from './converse-answer.ts'
import { converseRequest } from './converse-request.ts'
import { withinTime } from './within-time.ts'

/**
 * Any tool-using model of Amazon Bedrock, by the Converse API. The SDK is loaded by the first turn: a function that runs
 * another model never pays for it. One request a turn: retries are the state machine's.
 * @param options `modelId`: a model or inference profile; `timeoutMs`: of one turn; `now`: epoch ms; `client`: takes the place
 * of one made from the environment
 */
export function createBedrockModel(options: {
  readonly modelId: string
  readonly timeoutMs: number
  readonly now: () => number
  readonly client?: Pick<BedrockRuntimeClient, 'send'>
}): ModelPort {
  const { modelId, timeoutMs, now } = options
  let own: Pick<BedrockRuntimeClient, 'send'> | null = options.client ?? null

  return {
    name: `bedrock:${modelId}`,
    turn: async (request) => {
      try {
        const reply = await withinTime(Math.min(timeoutMs, request.deadline - now()), async (abortSignal) => {
          const { BedrockRuntimeClient, ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime')
          own ??= new BedrockRuntimeClient({ maxAttempts: 1 })
          return own.send(new ConverseCommand(converseRequest(modelId, request)), { abortSignal })
        })
        return converseAnswer(reply, request)
      } catch (error) {
        throw bedrockFault(error)
      }
    },
  }
}
