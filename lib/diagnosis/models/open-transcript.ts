// What every chat API asks of a transcript, and the workflow's need not keep: each call has its answer, directly behind it;
// no message is empty; no user speaks twice in a row.
import type { ModelMessage, ModelToolCall } from '../../contract/turn.ts'

export type AnsweredCall = ModelToolCall & { readonly answer: string }

export type Exchange =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string | null; readonly calls: readonly AnsweredCall[] }

export type OpenedTranscript = {
  /** All that system messages say; empty when there are none. */
  readonly system: string
  readonly exchanges: readonly Exchange[]
}

/** Stands behind a call that the transcript leaves unanswered, as a submitted draft may be: APIs refuse a call without one. */
const unanswered = 'Not answered here; see the next message.'

/** `messages` with the answers at their calls. An answer to no call of the last assistant message is left out. */
export function openTranscript(messages: readonly ModelMessage[]): OpenedTranscript {
  const system: string[] = []
  const exchanges: Exchange[] = []
  messages.forEach((message, at) => {
    if (message.role === 'system') system.push(message.text)
    if (message.role === 'user') addUser(exchanges, message.text)
    if (message.role !== 'assistant') return
    const answers = answersBehind(messages, at)
    const calls = message.tool_calls.map((call) => ({ ...call, answer: answers.get(call.id) ?? unanswered }))
    const text = message.text === null || isBlank(message.text) ? null : message.text
    if (text !== null || calls.length > 0) exchanges.push({ role: 'assistant', text, calls })
  })
  return { system: system.filter((text) => !isBlank(text)).join('\n\n'), exchanges }
}

function addUser(exchanges: Exchange[], text: string): void {
  if (isBlank(text)) return
  const last = exchanges.at(-1)
  if (last?.role !== 'user') exchanges.push({ role: 'user', text })
  else exchanges[exchanges.length - 1] = { role: 'user', text: `${last.text}\n\n${text}` }
}

/** Texts of the tool messages between the message at `at` and the next assistant message, by call id. */
function answersBehind(messages: readonly ModelMessage[], at: number): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  for (const message of messages.slice(at + 1)) {
    if (message.role === 'assistant') break
    if (message.role === 'tool') answers.set(message.tool_call_id, message.text)
  }
  return answers
}

const isBlank = (text: string) => text.trim() === ''
