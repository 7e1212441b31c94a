import type { ModelMessage, ModelToolCall } from '../../contract/turn.ts'

export type GivenCall = { readonly id: string | null | undefined; readonly name: string; readonly arguments: string }

/** Characters of an id that is kept; services give some 30, and each is stored with its turn. */
const idChars = 128

/**
 * `calls` with ids that are unique in the transcript: some local servers give none, or the same one to every call, or one without
 * an end. A new id is
 * `call-N`, N counting all calls of the transcript from 1.
 */
export function nameCalls(calls: readonly GivenCall[], messages: readonly ModelMessage[]): ModelToolCall[] {
  const earlier = messages.flatMap((message) => (message.role === 'assistant' ? message.tool_calls : []))
  const taken = new Set(earlier.map((call) => call.id))
  const given = new Set(calls.map((call) => call.id))
  let n = earlier.length
  return calls.map((call) => {
    n += 1
    if (call.id && call.id.length <= idChars && !taken.has(call.id)) {
      taken.add(call.id)
      return { ...call, id: call.id }
    }
    let at = n
    while (taken.has(`call-${at}`) || given.has(`call-${at}`)) at += 1
    const id = `call-${at}`
    taken.add(id)
    return { ...call, id }
  })
}
