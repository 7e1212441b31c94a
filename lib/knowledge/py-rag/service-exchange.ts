// One call to the service from headers to parsed JSON: credential, request id, limits, retries, errors (spec 01).
import { Fault, toFault } from '../../contract/faults.ts'
import { errorReply } from '../../contract/knowledge-api.ts'
import { beforeDeadline } from '../before-deadline.ts'
import { createHttpTransport, type HttpTransport } from '../http-transport.ts'
import type { KnowledgeCall } from '../knowledge-search-port.ts'
import { retryCall } from '../retry-call.ts'
import { type ServiceAttempt, sendAttempt } from '../send-attempt.ts'
import { decodeJson } from './decode-json.ts'
import { refusalFault, requestIdOf } from './outcome-fault.ts'
import { type ServiceCallName, serviceCalls } from './service-calls.ts'

export type ServiceExchangeOptions = {
  /** Without `/api/v1`; may have a path of its own and a trailing slash. User, password and query in it are not used. */
  readonly baseUrl: string
  /** In ms. */
  readonly limits: {
    readonly connectMs: number
    readonly searchMs: number
    readonly ingestMs: number
    readonly defaultMs: number
  }
  /** The bearer token, or null for a service that asks for none. Asked once a call. */
  readonly credential: () => Promise<string | null>
  /** Epoch ms. */
  readonly now: () => number
  readonly transport?: HttpTransport
  readonly onAttempt?: (attempt: ServiceAttempt) => void
}

export type ServiceRequest = {
  /** Below the base address. */
  readonly path: string
  readonly content: { readonly contentType: string; readonly parts: readonly Uint8Array[] } | null
}

/** Any JSON that is not the service's error envelope, and the service's id of the exchange. */
export type ServiceReply = { readonly body: unknown; readonly serviceRequestId: string | null }

export type ServiceExchange = (
  name: ServiceCallName,
  request: ServiceRequest,
  call: KnowledgeCall,
) => Promise<ServiceReply>

/** Gives the function that makes calls. It throws `Fault`s only, none of which carries the credential. */
export function createServiceExchange(options: ServiceExchangeOptions): ServiceExchange {
  const { now, onAttempt } = options
  const transport = options.transport ?? createHttpTransport({ now })
  const base = baseAddress(options.baseUrl)

  const readCredential = async (deadline: number) => {
    try {
      return await beforeDeadline(options.credential(), deadline - now())
    } catch (error) {
      throw error instanceof Fault ? error : new Fault('E_KNOWLEDGE_UNAVAILABLE', { cause: error })
    }
  }

  return async (name, { path, content }, call) => {
    const row = serviceCalls[name]
    const token = await readCredential(call.deadline)
    // A service may echo what it was sent.
    const hide = (text: string) => (token === null ? text : text.replaceAll(token, '[credential]'))
    const url = new URL(base + path)
    let attempts = 0
    const attempt = async (): Promise<ServiceReply> => {
      attempts += 1
      const { reply, serviceRequestId } = await sendAttempt(
        {
          method: row.method,
          url,
          headers: {
            accept: 'application/json',
            'x-request-id': call.requestId,
            ...(content !== null && { 'content-type': content.contentType }),
            ...(token !== null && { authorization: `Bearer ${token}` }),
          },
          body: content?.parts ?? null,
          connection: row.connection,
          connectMs: options.limits.connectMs,
          readMs: options.limits[row.readLimit],
          deadline: call.deadline,
        },
        { service: 'py-rag', call: name, attempt: attempts, requestId: call.requestId },
        { transport, now, onAttempt, requestIdIn: (reply) => requestIdOf(reply, hide) },
      )
      if (reply.status < 200 || reply.status > 299) throw refusalFault(name, reply, hide)
      const body = decodeJson(reply.body, { serviceStatus: reply.status, serviceRequestId })
      // An error that says 200 is an error still.
      if (errorReply.safeParse(body).success) throw refusalFault(name, reply, hide)
      return { body, serviceRequestId }
    }
    try {
      return await retryCall(row, attempt, { deadline: call.deadline, now })
    } catch (error) {
      throw toFault(error)
    }
  }
}

function baseAddress(baseUrl: string): string {
  const { protocol, host, pathname } = new URL(baseUrl)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}
