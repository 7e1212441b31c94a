import type { Subsegment } from '../../../lib/aws/send-subsegment.ts'
import { logCodes } from '../../../lib/contract/log-codes.ts'
import { currentInvocation, runInvocation } from '../../../lib/lambda/invocation.ts'
import type { Measurement } from '../../../lib/lambda/publish-metrics.ts'
import type { Telemetry } from '../../../lib/lambda/telemetry.ts'

/** Telemetry that keeps what it is told, each line with the ids of its invocation. */
export function recordedTelemetry() {
  const lines: { level: string; code: string; fields: Readonly<Record<string, unknown>> }[] = []
  const measured: Measurement[] = []
  const traced: Subsegment[] = []
  const telemetry: Telemetry = {
    log: (code, fields = {}) => {
      lines.push({ level: logCodes[code].level, code, fields: { ...currentInvocation()?.ids, ...fields } })
    },
    measure: (metric, value, ...[dimensions = {}]) => {
      measured.push({ metric, value, dimensions: dimensions as Measurement['dimensions'] })
    },
    trace: (subsegment) => {
      traced.push(subsegment)
    },
    correlate: (ids) => {
      const invocation = currentInvocation()
      if (invocation !== undefined) invocation.ids = { ...invocation.ids, ...ids }
    },
    during: ({ requestId, traceHeader }, work) =>
      runInvocation({ ids: { request_id: requestId }, measured: null, traceHeader }, work),
  }
  return { telemetry, lines, measured, traced }
}
