// One attempt to call an engine, whichever it is: sent under its limits, told to whoever listens, and its reply or a fault.
import { Fault } from '../contract/faults.ts'
import { limits } from '../contract/limits.ts'
import type { MetricDimensions } from '../contract/metrics.ts'
import type { HttpExchange, HttpOutcome, HttpReply, HttpTransport } from './http-transport.ts'

/** One attempt of one call, for log, metrics and trace: the service's request id beside ours. */
export type ServiceAttempt = {
  /** What was asked. */
  readonly service: 'py-rag' | 'bedrock-kb'
  readonly call: MetricDimensions<'KnowledgeLatency'>['operation']
  /** 1 for the first one of a call, 2 for its first retry. */
  readonly attempt: number
  readonly method: 'GET' | 'POST'
  /** What was called, without user, password and query. */
  readonly url: string
  readonly requestId: string
  readonly serviceRequestId: string | null
  /** Null when no whole reply came. */
  readonly status: number | null
  readonly outcome: HttpOutcome['kind']
  /** Epoch ms. */
  readonly startedAt: number
  readonly durationMs: number
}

export type AttemptOptions = {
  readonly transport: HttpTransport
  /** Epoch ms. */
  readonly now: () => number
  readonly onAttempt: ((attempt: ServiceAttempt) => void) | undefined
  /** The service's id of the exchange, in words that may be told. */
  readonly requestIdIn: (reply: HttpReply) => string | null
}

/**
 * The whole reply, whatever its status, and the service's id of the exchange.
 * @param asked which attempt of which call this is
 * @throws Fault `E_KNOWLEDGE_UNAVAILABLE`, `E_KNOWLEDGE_TIMEOUT` or `E_KNOWLEDGE_BAD_RESPONSE` where no whole reply came
 */
export async function sendAttempt(
  exchange: Omit<HttpExchange, 'maxBytes'>,
  asked: Pick<ServiceAttempt, 'service' | 'call' | 'attempt' | 'requestId'>,
  { transport, now, onAttempt, requestIdIn }: AttemptOptions,
): Promise<{ readonly reply: HttpReply; readonly serviceRequestId: string | null }> {
  const { method, url } = exchange
  const startedAt = now()
  const outcome = await transport.send({ ...exchange, maxBytes: limits.knowledge.responseBytes })
  const serviceRequestId = outcome.kind === 'reply' ? requestIdIn(outcome) : null
  onAttempt?.({
    ...asked,
    method,
    url: url.origin + url.pathname,
    serviceRequestId,
    status: outcome.kind === 'reply' ? outcome.status : null,
    outcome: outcome.kind,
    startedAt,
    durationMs: now() - startedAt,
  })
  if (outcome.kind !== 'reply') throw troubleFault(outcome)
  return { reply: outcome, serviceRequestId }
}

/** The fault that an attempt without a whole reply stands for (spec 01, "Errors"). */
function troubleFault(trouble: Exclude<HttpOutcome, HttpReply>): Fault {
  switch (trouble.kind) {
    case 'timeout':
      return new Fault('E_KNOWLEDGE_TIMEOUT', { context: { failure: 'timeout', limit: trouble.limit } })
    case 'unreadable':
      return new Fault('E_KNOWLEDGE_BAD_RESPONSE', { context: { failure: trouble.reason } })
    case 'connection-failed':
      return new Fault('E_KNOWLEDGE_UNAVAILABLE', {
        cause: trouble.cause,
        context: { failure: trouble.connected ? 'connection-broken' : 'not-connected' },
      })
  }
}
