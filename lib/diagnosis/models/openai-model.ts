import { Fault } from '../../contract/faults.ts'
import type { ModelPort } from '../model-port.ts'
import { chatAnswer } from './chat-answer.ts'
import { chatBody } from './chat-body.ts'
import { chatRequest } from './chat-request.ts'
import { postJson } from './post-json.ts'
import { withinTime } from './within-time.ts'

/**
 * Any OpenAI-compatible chat endpoint, a local server as well: one turn is one `POST {baseUrl}/chat/completions` (spec 08).
 * @param options `baseUrl`: up to and with `/v1`, user and password in it are not used; `apiKey`: asked once a turn, null for a
 * server that wants none; `timeoutMs`: of one turn, the key included; `now`: epoch ms
 */
export function createOpenAiModel(options: {
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: () => Promise<string | null>
  readonly timeoutMs: number
  readonly now: () => number
}): ModelPort {
  const { model, timeoutMs, now } = options
  const url = chatAddress(options.baseUrl)

  return {
    name: `openai:${model}`,
    turn: (request) =>
      withinTime(Math.min(timeoutMs, request.deadline - now()), async (signal) => {
        const key = await readKey(options.apiKey)
        const headers = { 'x-request-id': request.requestId, ...(key !== null && { authorization: `Bearer ${key}` }) }
        const reply = await postJson(url, headers, chatRequest(model, request), signal)
        const hide = (text: string) => (key === null ? text : text.replaceAll(key, '[key]'))
        return chatAnswer(chatBody(reply, hide), request)
      }),
  }
}

function chatAddress(baseUrl: string): URL {
  const url = new URL(baseUrl)
  url.username = ''
  url.password = ''
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return url
}

/** A key that fits into a header. What does not is not sent: fetch would refuse it in words that quote it. */
async function readKey(apiKey: () => Promise<string | null>): Promise<string | null> {
  let given: string | null
  try {
    given = await apiKey()
  } catch (cause) {
    throw new Fault('E_MODEL_UNAVAILABLE', { cause, context: { failure: 'key-not-read' } })
  }
  const key = given?.trim() ?? ''
  if (key === '') return null
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new Fault('E_MODEL_BAD_RESPONSE', { context: { failure: 'key-not-a-token' } })
}
