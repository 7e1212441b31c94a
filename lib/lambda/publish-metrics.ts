import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { type MetricName, metrics as table } from '../contract/metrics.ts'

export type Measurement = {
  readonly metric: MetricName
  readonly value: number
  readonly dimensions: Readonly<Record<string, string>>
}

/**
 * Writes measurements in the embedded metric format: one line for all that have the same dimensions. Synchronous from the
 * first to the last line, because Powertools keeps what is not yet written in one place for everybody.
 */
export function publishMetrics(metrics: Metrics, measured: readonly Measurement[]): void {
  for (const group of Map.groupBy(measured, ({ dimensions }) => JSON.stringify(dimensions)).values()) {
    for (const [name, value] of Object.entries(group[0]?.dimensions ?? {})) metrics.addDimension(name, value)
    for (const { metric, value } of group) metrics.addMetric(metric, MetricUnit[table[metric].unit], value)
    metrics.publishStoredMetrics()
  }
}
