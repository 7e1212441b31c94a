// From a reply of py-rag that refuses to the product's own errors (spec 01, "Errors"). What the service said goes to the fault's
// context, for logs and audits; never to its message.
import { Fault, type FaultCode } from '../../contract/faults.ts'
import { errorReply } from '../../contract/knowledge-api.ts'
import { cutText } from '../../text/cut-text.ts'
import type { HttpReply } from '../http-transport.ts'
import { decodeJson } from './decode-json.ts'
import type { ServiceCallName } from './service-calls.ts'

/** Takes secrets out of a text. */
type Hide = (text: string) => string

/** Characters of the service's own words that are kept. */
const wordsChars = 500

/** The fault that a reply other than a 2xx of the contract stands for. */
export function refusalFault(name: ServiceCallName, reply: HttpReply, hide: Hide): Fault {
  const said = serviceError(reply)
  const words = (text: string | undefined) => (text === undefined ? null : cutText(hide(text), wordsChars).text)
  return new Fault(refusalCode(name, reply.status), {
    context: {
      failure: 'refused',
      serviceStatus: reply.status,
      serviceCode: words(said?.code),
      serviceMessage: words(said?.message),
      serviceRequestId: requestIdOf(reply, hide),
    },
  })
}

/** The service's id of the exchange: its `X-Request-ID`, else the one in its error envelope. */
export function requestIdOf(reply: HttpReply, hide: Hide): string | null {
  const id = reply.headers['x-request-id'] || serviceError(reply)?.request_id
  return typeof id === 'string' && id !== '' ? cutText(hide(id), wordsChars).text : null
}

/** `error` of the service's envelope; undefined for any other body, such as a proxy's HTML page. */
function serviceError({ body }: HttpReply) {
  // The envelope is short: a body of megabytes is not parsed to look for one.
  if (body.byteLength > 65_536) return undefined
  try {
    return errorReply.parse(decodeJson(body)).error
  } catch {
    return undefined
  }
}

function refusalCode(name: ServiceCallName, status: number): FaultCode {
  if (status >= 500 && status <= 599) return 'E_KNOWLEDGE_UNAVAILABLE'
  if (status < 400 || status > 499) return 'E_KNOWLEDGE_BAD_RESPONSE'
  if (status === 409 && (name === 'ingest' || name === 'rebuild')) return 'E_REBUILD_IN_PROGRESS'
  if (status === 404 && name === 'task') return 'E_NOT_FOUND'
  return name === 'ingest' ? ingestRefusalCode(status) : 'E_KNOWLEDGE_BAD_RESPONSE'
}

/** 408 and 429 say "later", so the document waits; every other 4xx refuses it for good (spec 05). */
function ingestRefusalCode(status: number): FaultCode {
  switch (status) {
    case 408:
    case 429:
      return 'E_KNOWLEDGE_UNAVAILABLE'
    case 413:
      return 'E_PAYLOAD_TOO_LARGE'
    case 415:
      return 'E_UNSUPPORTED_MEDIA_TYPE'
    default:
      return 'E_INGEST_REJECTED'
  }
}
