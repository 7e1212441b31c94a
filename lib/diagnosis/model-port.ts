// The model that diagnoses, whoever makes it (spec 06, "Models"). Adapters translate; what a turn means is decided elsewhere.
import type { ModelMessage, ModelToolCall } from '../contract/turn.ts'

export type ModelTool = {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export type ModelRequest = {
  /** The whole transcript, oldest first; the first message is the system's. */
  readonly messages: readonly ModelMessage[]
  /** At least one. */
  readonly tools: readonly ModelTool[]
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly deadline: number
}

export type ModelAnswer = {
  readonly text: string | null
  readonly toolCalls: readonly ModelToolCall[]
  readonly stop: 'tool_calls' | 'end' | 'length' | 'refusal'
}

export type ModelPort = {
  /** What reports call it: `extractive`, `bedrock:{model id}`, `openai:{model}`. */
  readonly name: string
  /**
   * One turn. An empty answer, a refusal, several calls, unknown tools and broken arguments are answers, handed on as they are.
   * @throws Fault `E_MODEL_UNAVAILABLE` (retryable: throttled, timed out, unreachable, 5xx), `E_MODEL_BAD_RESPONSE` (an answer
   * that cannot be read, or a request or credential of ours that the provider refuses)
   */
  turn(request: ModelRequest): Promise<ModelAnswer>
}
