import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'

/** Structured logs with a fixed event code each, and counters. JSON escapes whatever a caller or a document says. */
export type Telemetry = {
  /** Never evidence text, query text or credentials. */
  readonly info: (code: string, fields?: Readonly<Record<string, unknown>>) => void
  readonly warn: (code: string, fields?: Readonly<Record<string, unknown>>) => void
  readonly error: (code: string, fields?: Readonly<Record<string, unknown>>) => void
  readonly count: (metric: string) => void
}

/** Telemetry of one function on CloudWatch: JSON lines, and counters in the embedded metric format. */
export function createTelemetry(service: string): Telemetry {
  const logger = new Logger({ serviceName: service })
  const metrics = new Metrics({ namespace: 'EvidenceChain', serviceName: service })
  return {
    info: (code, fields = {}) => logger.info(code, { event: code, ...fields }),
    warn: (code, fields = {}) => logger.warn(code, { event: code, ...fields }),
    error: (code, fields = {}) => logger.error(code, { event: code, ...fields }),
    count: (metric) => {
      metrics.addMetric(metric, MetricUnit.Count, 1)
      metrics.publishStoredMetrics()
    },
  }
}
