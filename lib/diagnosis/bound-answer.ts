// What is kept of an answer, so that a turn fits into the ledger whatever a model says.
import { limits } from '../contract/limits.ts'
import { countBytes, cutText } from '../text/cut-text.ts'
import { wellFormed } from '../text/well-formed.ts'
import type { ModelAnswer } from './model-port.ts'

const calls = 16
const nameChars = 128
const textChars = 16_000
/** Of all calls together. */
const argumentBytes = 2 * limits.diagnosis.draftBytes

/** `answer` with at most 16 calls; arguments and text over their bounds are replaced, with a mark. */
export function boundAnswer({ text, toolCalls, stop }: ModelAnswer): ModelAnswer {
  let left = argumentBytes
  return {
    stop,
    text: text === null ? null : boundText(text),
    toolCalls: toolCalls.slice(0, calls).map((call) => {
      const bytes = countBytes(call.arguments)
      const fits = bytes <= left
      if (fits) left -= bytes
      return {
        id: call.id,
        name: cutText(call.name, nameChars).text,
        arguments: fits ? wellFormed(call.arguments) : JSON.stringify({ left_out_bytes: bytes }),
      }
    }),
  }
}

function boundText(text: string): string {
  const { text: kept, cut } = cutText(text, textChars)
  return cut ? `${kept}…` : kept
}
