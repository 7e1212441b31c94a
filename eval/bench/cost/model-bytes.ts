// What a model would have been sent in a diagnosis: the requests that the Bedrock adapter makes of the stored turns, in bytes.
import type { ModelMessage, TurnItem } from '../../../lib/contract/turn.ts'
import { converseRequest } from '../../../lib/diagnosis/models/converse-request.ts'
import { questionLanguage } from '../../../lib/diagnosis/question-language.ts'
import { diagnosisTools } from '../../../lib/diagnosis/tools.ts'

export type ModelBytes = { readonly turns: number; readonly input: number; readonly output: number }

/** Each turn sends the whole transcript again: input grows with the square of the turns. */
export function modelBytes(question: string, turns: readonly TurnItem[]): ModelBytes {
  const { lookup, submit } = diagnosisTools(questionLanguage(question))
  let before: ModelMessage[] = []
  let [input, output] = [0, 0]
  for (const turn of turns) {
    const told = turn.messages.filter(({ role }) => role !== 'assistant')
    const said = turn.messages.filter(({ role }) => role === 'assistant')
    const request = converseRequest('model', {
      messages: [...before, ...told],
      tools: turn.kind === 'search' ? [lookup, submit] : [submit],
      requestId: '',
      deadline: 0,
    })
    input += bytesOf({ system: request.system, messages: request.messages, toolConfig: request.toolConfig })
    output += bytesOf(said)
    before = [...before, ...turn.messages]
  }
  return { turns: turns.length, input, output }
}

/** English: about 4 bytes a token. */
export const bytesPerToken = 4

/** US dollars. Prices are for a million tokens. */
export function tokenCost(
  { input, output }: Pick<ModelBytes, 'input' | 'output'>,
  inputPrice: number,
  outputPrice: number,
) {
  return ((input / bytesPerToken) * inputPrice + (output / bytesPerToken) * outputPrice) / 1_000_000
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
