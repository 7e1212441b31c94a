import { type Fault, retryAfterSeconds } from '../contract/faults.ts'
import type { Answer } from './call.ts'

/** A reply in HTTP API payload format 2.0. */
export type HttpReply = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const headersOf = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
  'cache-control': 'no-store',
})

/**
 * What a use case answered, as a reply: JSON, or its `text` as it stands with its own content type and headers. Neither is cached,
 * for what it tells belongs to one caller, and both carry the request id (spec 08).
 */
export function replyWith({ status, body, text }: Answer, requestId: string): HttpReply {
  const headers = headersOf(requestId)
  if (text === undefined) return { statusCode: status, headers, body: JSON.stringify(body) }
  return {
    statusCode: status,
    headers: { ...headers, ...text.headers, 'content-type': text.contentType },
    body: String(body),
  }
}

/** The one error shape (spec 08, "Errors"): code, safe message, request id, details. */
export function replyWithFault(fault: Fault, requestId: string): HttpReply {
  const { code, message, details } = fault
  return {
    statusCode: fault.status,
    headers: { ...headersOf(requestId), ...(fault.status === 503 && { 'retry-after': String(retryAfterSeconds) }) },
    body: JSON.stringify({ error: { code, message, request_id: requestId, ...(details && { details }) } }),
  }
}
