import type { ModelMessage, TurnItem } from '../contract/turn.ts'

/** All that the model was told and said, oldest first: the stored turns' messages in order, and what this turn adds. */
export function buildTranscript(turns: readonly TurnItem[], added: readonly ModelMessage[]): ModelMessage[] {
  return [...turns.flatMap((turn) => turn.messages), ...added]
}

/** How many calls the model made in `turns`: ids count over the whole run. */
export function countCalls(turns: readonly TurnItem[]): number {
  return buildTranscript(turns, []).reduce(
    (count, message) => count + (message.role === 'assistant' ? message.tool_calls.length : 0),
    0,
  )
}
