import * as z from 'zod'
import { Fault } from '../../contract/faults.ts'
import { cutText } from '../../text/cut-text.ts'
import type { JsonReply } from './post-json.ts'

/** OpenAI's error envelope; some servers put a bare text there, or send it with status 200. */
const errorBody = z.object({
  error: z.union([
    z.string(),
    z.object({ message: z.string().nullish(), code: z.union([z.string(), z.number()]).nullish() }),
  ]),
})

/** Characters of the provider's own words that are kept for the log. */
const wordsChars = 500

/**
 * The JSON of a reply that is no error.
 * @param hide takes the key out of a text: a server may echo what it was sent
 * @throws Fault `E_MODEL_UNAVAILABLE` for 408, 429 and 5xx; `E_MODEL_BAD_RESPONSE` for other refusals, an error that says 200,
 * and what is no JSON
 */
export function chatBody(reply: JsonReply, hide: (text: string) => string): unknown {
  const body = decode(reply.body)
  const error = errorBody.safeParse(body).data?.error
  if (reply.status >= 200 && reply.status < 300 && error === undefined) {
    if (body !== undefined) return body
    throw new Fault('E_MODEL_BAD_RESPONSE', {
      context: { failure: 'not-json', status: reply.status, bytes: reply.body.byteLength },
    })
  }
  const kept = (text: string | null | undefined) => (text ? cutText(hide(text), wordsChars).text : null)
  const later = reply.status === 408 || reply.status === 429 || (reply.status >= 500 && reply.status <= 599)
  throw new Fault(later ? 'E_MODEL_UNAVAILABLE' : 'E_MODEL_BAD_RESPONSE', {
    context: {
      failure: 'refused',
      status: reply.status,
      code: kept(typeof error === 'object' ? String(error.code ?? '') : null),
      words: kept(typeof error === 'object' ? error.message : error),
      providerRequestId: kept(reply.requestId),
    },
  })
}

/** Undefined, which no JSON is, for what is none. */
function decode(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
