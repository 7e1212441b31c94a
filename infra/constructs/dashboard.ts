import { Duration } from 'aws-cdk-lib'
import * as cw from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { functionDimension, type MetricName, metrics } from '../../lib/contract/metrics.ts'
import { productName } from '../product-name.ts'
import { namespaceOf, statisticOf } from './chain-metric.ts'
import type { Observed } from './observed.ts'

const period = Duration.minutes(5)
const third = { width: 8, height: 6 }

/** A stage on one page: what AWS counts of its parts, then every row of the table of metrics. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, observed: Observed) {
    super(scope, id)
    const names = Object.keys(metrics) as MetricName[]
    new cw.Dashboard(this, 'Dashboard', {
      dashboardName: `${productName}-${observed.stage}`,
      widgets: [platform(observed), names.map((name) => widgetOf(observed.stage, name))],
    })
  }
}

/** Every series of one row of the table: found by its dimensions, so that values which never occur draw nothing. */
function widgetOf(stage: string, name: MetricName): cw.IWidget {
  const { dimensions, meaning, unit } = metrics[name]
  const schema = [namespaceOf(stage), functionDimension, ...Object.keys(dimensions)].join(',')
  const expression = `SEARCH('{${schema}} MetricName="${name}"', '${statisticOf(name)}', ${period.toSeconds()})`
  return new cw.GraphWidget({
    ...third,
    title: `${name} (${statisticOf(name)}, ${unit})`,
    left: [new cw.MathExpression({ expression, label: '', period })],
    leftYAxis: { min: 0, label: meaning.slice(0, 60), showUnits: false },
  })
}

function platform({ api, functions, queue, deadLetters, workflows }: Observed): cw.IWidget[] {
  const each = (of: (name: string, f: Observed['functions'][keyof Observed['functions']]) => cw.IMetric) =>
    Object.entries(functions).map(([name, f]) => of(name, f))
  return [
    new cw.GraphWidget({
      ...third,
      title: 'API: requests, 4xx, 5xx',
      left: [
        api.metricCount({ period, statistic: 'Sum' }),
        api.metricClientError({ period, statistic: 'Sum' }),
        api.metricServerError({ period, statistic: 'Sum' }),
      ],
    }),
    new cw.GraphWidget({
      ...third,
      title: 'API: latency (p50, p95)',
      left: [api.metricLatency({ period, statistic: 'p50' }), api.metricLatency({ period, statistic: 'p95' })],
    }),
    new cw.GraphWidget({
      ...third,
      title: 'Functions: errors and throttles',
      left: each((label, f) => f.metricErrors({ period, label })),
      right: each((label, f) => f.metricThrottles({ period, label })),
    }),
    new cw.GraphWidget({
      ...third,
      title: 'Functions: duration (p95)',
      left: each((label, f) => f.metricDuration({ period, statistic: 'p95', label })),
    }),
    new cw.GraphWidget({
      ...third,
      title: 'Ingest queue: waiting, oldest, dead letters',
      left: [
        queue.metricApproximateNumberOfMessagesVisible({ period }),
        deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      ],
      right: [queue.metricApproximateAgeOfOldestMessage({ period })],
    }),
    new cw.GraphWidget({
      ...third,
      title: 'Workflows: started, failed, timed out',
      left: workflows.flatMap((w) => [
        w.metricStarted({ period }),
        w.metricFailed({ period }),
        w.metricTimedOut({ period }),
      ]),
    }),
  ]
}
