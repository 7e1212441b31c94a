import type { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  functionDimension,
  type MetricDimensions,
  type MetricName,
  metrics,
  metricsNamespace,
} from '../../lib/contract/metrics.ts'
import type { FunctionName } from '../../lib/contract/routes.ts'

/** Where the metrics of a stage lie, apart from those of any other stage. */
export const namespaceOf = (stage: string): string => `${metricsNamespace}/${stage}`

/** How a metric is best read when nothing else is asked: counts add up, sizes and times have a tail. */
export const statisticOf = (name: MetricName): string =>
  ({ Count: 'Sum', Bytes: 'p95', Milliseconds: 'p95', Seconds: 'Maximum' })[metrics[name].unit]

/** One series of a row of the table of metrics. */
export function chainMetric<M extends MetricName>(
  stage: string,
  name: M,
  service: (typeof metrics)[M]['functions'][number] & FunctionName,
  dimensions: MetricDimensions<M>,
  { statistic = statisticOf(name), period }: { readonly statistic?: string; readonly period: Duration },
): Metric {
  const dimensionsMap: Record<string, string> = { [functionDimension]: service, ...dimensions }
  return new Metric({ namespace: namespaceOf(stage), metricName: name, dimensionsMap, statistic, period })
}
