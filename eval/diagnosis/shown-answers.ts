import * as z from 'zod'
import type { ChatRequest } from './world/scripted-model.ts'

const answer = z.looseObject({ tool_call_id: z.string(), error: z.object({ code: z.string() }).optional() })

export type ShownAnswer = {
  readonly tool_call_id: string
  /** The code of its error; null for a result. */
  readonly error: string | null
  /** As the model saw it. */
  readonly text: string
}

/** The answers to the model's calls that a request shows, in the order of the calls. */
export function shownAnswers(request: ChatRequest | undefined): ShownAnswer[] {
  const tools = request?.messages.filter(({ role }) => role === 'tool') ?? []
  return tools.map(({ content }) => {
    const text = content ?? ''
    const { tool_call_id, error } = answer.parse(JSON.parse(text))
    return { tool_call_id, error: error?.code ?? null, text }
  })
}
