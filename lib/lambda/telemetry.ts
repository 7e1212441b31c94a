// Logs, metrics and traces of one function. Whom a line is about is known from the invocation it is written in.
import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics } from '@aws-lambda-powertools/metrics'
import { createSubsegmentSender, type Subsegment } from '../aws/send-subsegment.ts'
import { type LogCode, logCodes } from '../contract/log-codes.ts'
import { type MetricDimensions, type MetricName, metricsNamespace } from '../contract/metrics.ts'
import type { FunctionName } from '../contract/routes.ts'
import { type Correlation, currentInvocation, type Invocation, runInvocation } from './invocation.ts'
import { loggable } from './loggable.ts'
import { type Measurement, publishMetrics } from './publish-metrics.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** A metric with dimensions names all of them; one without names none. */
type NamedDimensions<M extends MetricName> = keyof MetricDimensions<M> extends never ? [] : [MetricDimensions<M>]

export type Telemetry = {
  /** One line, at its code's level. Fields that hold texts lose them, unless the code's row says otherwise. */
  readonly log: (code: LogCode, fields?: LogFields) => void
  readonly measure: <M extends MetricName>(metric: M, value: number, ...dimensions: NamedDimensions<M>) => void
  /** A call to another service, as part of the invocation's trace. */
  readonly trace: (subsegment: Subsegment) => void
  /** From here on the lines of this invocation say these ids, too. */
  readonly correlate: (ids: Correlation) => void
  /** Runs one invocation: its ids are no other's, and its metrics go out when it ends. */
  readonly during: <T>(
    start: { readonly requestId: string; readonly traceHeader: string | undefined },
    work: () => Promise<T>,
  ) => Promise<T>
}

/** At 100 values of a metric Powertools writes its line by itself, and forgets the dimensions. */
const maxMeasured = 99

/**
 * Telemetry of one function on CloudWatch: JSON lines at `POWERTOOLS_LOG_LEVEL` and above; metrics in the embedded metric
 * format, under the namespace `POWERTOOLS_METRICS_NAMESPACE`, and subsegments for X-Ray's daemon, both on Lambda only.
 */
export function createTelemetry(
  service: FunctionName,
  environment: Readonly<Record<string, string | undefined>>,
): Telemetry {
  const logger = new Logger({ serviceName: service })
  const metrics = new Metrics({
    namespace: environment.POWERTOOLS_METRICS_NAMESPACE || metricsNamespace,
    serviceName: service,
  })
  const onLambda = environment.AWS_LAMBDA_FUNCTION_NAME !== undefined
  const publish = (measured: readonly Measurement[]) => {
    if (onLambda) publishMetrics(metrics, measured)
  }
  const sendSubsegment = createSubsegmentSender(environment.AWS_XRAY_DAEMON_ADDRESS)

  return {
    log: (code, fields = {}) => {
      const { level, texts }: { level: 'debug' | 'info' | 'warn' | 'error'; texts?: true } = logCodes[code]
      const shown = texts === true ? fields : (loggable(fields) as LogFields)
      logger[level](code, { event: code, ...currentInvocation()?.ids, ...shown })
    },
    measure: (metric, value, ...[dimensions = {}]) => {
      const measured = currentInvocation()?.measured ?? null
      const measurement = { metric, value, dimensions }
      if (measured === null) return publish([measurement])
      measured.push(measurement)
      if (measured.length >= maxMeasured) publish(measured.splice(0))
    },
    trace: (subsegment) => sendSubsegment(currentInvocation()?.traceHeader, subsegment),
    correlate: (ids) => {
      const invocation = currentInvocation()
      if (invocation !== undefined) invocation.ids = { ...invocation.ids, ...ids }
    },
    during: ({ requestId, traceHeader }, work) => {
      const invocation: Invocation = { ids: { request_id: requestId }, measured: [], traceHeader }
      return runInvocation(invocation, work).finally(() => {
        const measured = invocation.measured ?? []
        invocation.measured = null
        publish(measured)
      })
    },
  }
}
