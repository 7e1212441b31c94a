import type { ModelAnswer } from '../model-port.ts'

/**
 * Why a turn is over, from what the answer holds and only then from what the API says of it: servers say `stop` beside tool
 * calls, and `tool_calls` without any.
 */
export function stopOf(answer: {
  readonly refused: boolean
  readonly cutShort: boolean
  readonly calls: number
}): ModelAnswer['stop'] {
  if (answer.refused) return 'refusal'
  if (answer.cutShort) return 'length'
  return answer.calls > 0 ? 'tool_calls' : 'end'
}
