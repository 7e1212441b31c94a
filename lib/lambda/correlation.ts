// Whom an invocation is about: found where its input is opened, so that no use case has to say it.
import { runId, toolCallId } from '../contract/ids.ts'
import type { Call } from './call.ts'
import type { LambdaEvent } from './events.ts'
import type { Correlation } from './invocation.ts'
import type { Telemetry } from './telemetry.ts'

/** What an event says before its body is opened. */
export function idsOf(event: LambdaEvent): Correlation {
  switch (event.kind) {
    case 'http':
      return { request_id: event.requestId, ...correlationOf(event.event.pathParameters) }
    case 'direct':
      return { request_id: event.requestId, ...correlationOf(event.event) }
    default:
      return {}
  }
}

/** The same call; when its body is opened, the log learns whom it is about. */
export function correlating(call: Call, telemetry: Pick<Telemetry, 'correlate'>): Call {
  return {
    ...call,
    json: () => {
      const body = call.json()
      telemetry.correlate(correlationOf(body))
      return body
    },
  }
}

/** Whom an input or an answer is about, as far as it says so with valid ids. Anything may be given. */
export function correlationOf(input: unknown): Correlation {
  if (typeof input !== 'object' || input === null) return {}
  const { run_id, tool_call_id }: { run_id?: unknown; tool_call_id?: unknown } = input
  const [run, call] = [runId.safeParse(run_id), toolCallId.safeParse(tool_call_id)]
  return { ...(run.success && { run_id: run.data }), ...(call.success && { tool_call_id: call.data }) }
}
