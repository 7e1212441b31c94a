// One `Retrieve` from input to reply: the SDK addresses, writes and signs the request, our transport carries it under our limits, and
// it is repeated by the rule of every search (spec 01, "Endpoints").
import type { RetrieveCommandInput } from '@aws-sdk/client-bedrock-agent-runtime'
import { toFault } from '../../contract/faults.ts'
import { cutText } from '../../text/cut-text.ts'
import { beforeDeadline } from '../before-deadline.ts'
import { createHttpTransport, type HttpReply } from '../http-transport.ts'
import type { KnowledgeCall } from '../knowledge-search-port.ts'
import { searchRepeats } from '../repeat-rule.ts'
import { retryCall } from '../retry-call.ts'
import { type ServiceAttempt, sendAttempt } from '../send-attempt.ts'
import { type RetrieveReplied, retrieveFault } from './retrieve-fault.ts'
import type { SendRetrieve, SignedReply, SignedRequest } from './send-retrieve.ts'

export type RetrieveExchangeOptions = {
  /** In ms: to connect, and of one attempt. */
  readonly limits: { readonly connectMs: number; readonly searchMs: number }
  /** Epoch ms. */
  readonly now: () => number
  readonly onAttempt?: (attempt: ServiceAttempt) => void
  /** Takes the place of the SDK's client made from the environment. */
  readonly send?: SendRetrieve
}

/** The reply as the SDK reads it, which checks no type, and AWS's id of the exchange. */
type Answered = { readonly body: unknown; readonly serviceRequestId: string | null }

export type RetrieveExchange = (input: RetrieveCommandInput, call: KnowledgeCall) => Promise<Answered>

/** Characters of AWS's request id that are kept. */
const requestIdChars = 128

/** What an attempt has come to know when it fails. */
type Seen = { replied: RetrieveReplied; hide: (text: string) => string }

/** Gives the function that asks. It throws `Fault`s only, none of which carries a credential. The SDK begins to load at once. */
export function createRetrieveExchange(options: RetrieveExchangeOptions): RetrieveExchange {
  const { now, onAttempt } = options
  const transport = createHttpTransport({ now })
  const sending = options.send === undefined ? loadSend() : Promise.resolve(options.send)
  // Whoever asks hears of it; until then nobody waits.
  sending.catch(() => {})

  const carry = async (
    request: SignedRequest,
    call: KnowledgeCall,
    attempt: number,
    seen: Seen,
  ): Promise<SignedReply> => {
    seen.hide = hidingIn(request)
    const { reply, serviceRequestId } = await sendAttempt(
      {
        method: 'POST',
        url: request.url,
        headers: request.headers,
        body: [request.body],
        connection: 'kept',
        connectMs: options.limits.connectMs,
        readMs: options.limits.searchMs,
        deadline: call.deadline,
      },
      { service: 'bedrock-kb', call: 'search', attempt, requestId: call.requestId },
      { transport, now, onAttempt, requestIdIn: awsRequestId },
    )
    seen.replied = { status: reply.status, serviceRequestId }
    return { statusCode: reply.status, headers: plainHeaders(reply), body: reply.body }
  }

  return async (input, call) => {
    let attempts = 0
    const attempt = async (): Promise<Answered> => {
      attempts += 1
      const number = attempts
      const seen: Seen = { replied: null, hide: (text) => text }
      try {
        const send = await sending
        const body = await send(input, (request) => carry(request, call, number, seen))
        return { body, serviceRequestId: seen.replied?.serviceRequestId ?? null }
      } catch (error) {
        throw retrieveFault(error, seen.replied, seen.hide)
      }
    }
    try {
      // Credentials may have to be fetched, which no limit of the transport bounds.
      return await beforeDeadline(
        retryCall(searchRepeats, attempt, { deadline: call.deadline, now }),
        call.deadline - now(),
      )
    } catch (error) {
      throw toFault(error)
    }
  }
}

async function loadSend(): Promise<SendRetrieve> {
  const { createSendRetrieve } = await import('./send-retrieve.ts')
  return createSendRetrieve()
}

/** AWS quotes the headers of a request whose signature is wrong. */
function hidingIn({ headers }: SignedRequest): Seen['hide'] {
  const secrets = [headers['x-amz-security-token'], headers.authorization].filter((secret) => secret !== undefined)
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '[credential]'), text)
}

function plainHeaders({ headers }: HttpReply): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
}

function awsRequestId({ headers }: HttpReply): string | null {
  const id = headers['x-amzn-requestid']
  return typeof id === 'string' && id !== '' ? cutText(id, requestIdChars).text : null
}
