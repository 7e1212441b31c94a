// What is told of each attempt to call the service: a line, its latency, and its part of the trace.
import type { Subsegment } from '../aws/send-subsegment.ts'
import type { MetricDimensions } from '../contract/metrics.ts'
import type { ServiceAttempt } from './send-attempt.ts'

type Latency = MetricDimensions<'KnowledgeLatency'>

/** Those parts of a function's telemetry that hear of attempts. */
export type AttemptListener = {
  readonly log: (code: 'KNOWLEDGE_CALL', fields: Readonly<Record<string, unknown>>) => void
  readonly measure: (metric: 'KnowledgeLatency', ms: number, dimensions: Latency) => void
  readonly trace: (subsegment: Subsegment) => void
}

/** Gives the `onAttempt` of a client. */
export function tellAttempt({ log, measure, trace }: AttemptListener): (attempt: ServiceAttempt) => void {
  return (attempt) => {
    const { service, call, attempt: number, method, url, serviceRequestId, status, startedAt, durationMs } = attempt
    const outcome = outcomeOf(attempt)
    // `service` is on every line already: it says which function wrote it.
    log('KNOWLEDGE_CALL', {
      engine: service,
      operation: call,
      attempt: number,
      outcome,
      status,
      service_request_id: serviceRequestId,
      duration_ms: durationMs,
    })
    measure('KnowledgeLatency', durationMs, { operation: call, outcome })
    trace({
      name: service,
      startedAt,
      endedAt: startedAt + durationMs,
      method,
      url,
      status,
      annotations: { operation: call, attempt: number, outcome },
    })
  }
}

function outcomeOf({ outcome, status }: ServiceAttempt): Latency['outcome'] {
  switch (outcome) {
    case 'timeout':
      return 'TIMEOUT'
    case 'connection-failed':
      return 'UNREACHABLE'
    case 'unreadable':
      return 'UNREADABLE'
    case 'reply':
      if (status !== null && status >= 200 && status <= 299) return 'OK'
      return status !== null && status >= 400 && status <= 499 ? 'REFUSED' : 'ERROR'
  }
}
