import { Duration, Stack } from 'aws-cdk-lib'
import * as cw from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type * as lambda from 'aws-cdk-lib/aws-lambda'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { metrics } from '../../lib/contract/metrics.ts'
import { chainMetric } from './chain-metric.ts'
import type { Observed } from './observed.ts'

export type AlarmsProps = Observed & { readonly email: string | undefined }

const fiveMinutes = Duration.minutes(5)

type Alarm = {
  readonly metric: cw.IMetric
  readonly above: number
  /** Periods in a row. */
  readonly periods?: number
  /** What is wrong, and where to read on. */
  readonly meaning: string
}

/** What somebody should be told of at once. Each names the page that says what to do. */
export class Alarms extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { enforceSSL: true })
    // A topic with a policy of its own no longer takes what the account's alarms send.
    this.topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (props.email !== undefined) this.topic.addSubscription(new EmailSubscription(props.email))
    for (const [name, alarm] of Object.entries(alarmsOf(props))) {
      new cw.Alarm(this, name, {
        alarmDescription: `${alarm.meaning} docs/operations.md, "Alarms".`,
        metric: alarm.metric,
        threshold: alarm.above,
        comparisonOperator: cw.ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: alarm.periods ?? 1,
        treatMissingData: cw.TreatMissingData.NOT_BREACHING,
      }).addAlarmAction(new SnsAction(this.topic))
    }
  }
}

function alarmsOf({ stage, api, functions, deadLetters, workflows }: AlarmsProps): Record<string, Alarm> {
  const ended = workflows.flatMap((w) => [
    w.metricFailed({ period: fiveMinutes }),
    w.metricTimedOut({ period: fiveMinutes }),
  ])
  const hour = { period: Duration.hours(1) }
  return {
    ApiErrors: {
      metric: new cw.MathExpression({
        label: 'share of requests answered with 5xx',
        expression: 'IF(requests >= 20, 100 * failed / requests, 0)',
        usingMetrics: {
          failed: api.metricServerError({ period: fiveMinutes, statistic: 'Sum' }),
          requests: api.metricCount({ period: fiveMinutes, statistic: 'Sum' }),
        },
        period: fiveMinutes,
      }),
      above: 5,
      periods: 2,
      meaning: 'More than 5 % of requests got a 5xx for 10 minutes.',
    },
    ...Object.fromEntries(Object.entries(functions).map(([name, made]) => [`Errors-${name}`, errorsOf(name, made)])),
    SlowAnswers: {
      metric: api.metricLatency({ period: fiveMinutes, statistic: 'p95' }),
      above: 10_000,
      periods: 3,
      meaning: 'The slowest 5 % of requests took more than 10 s for 15 minutes.',
    },
    WorkflowFailures: {
      metric: new cw.MathExpression({
        label: 'executions that failed or ran out of time',
        expression: 'SUM(METRICS())',
        usingMetrics: Object.fromEntries(ended.map((metric, i) => [`w${i}`, metric])),
        period: fiveMinutes,
      }),
      above: 0,
      meaning: 'A diagnosis or a rebuild did not end as its definition wants it to.',
    },
    DeadLetters: {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes, statistic: 'Maximum' }),
      above: 0,
      meaning: 'An ingest could not be worked on and waits for people.',
    },
    OldestPending: {
      metric: chainMetric(stage, 'OldestPendingAge', 'ingest-proxy', {}, { period: fiveMinutes }),
      above: 3600,
      periods: 2,
      meaning: 'A document has waited for its ingest for more than an hour.',
    },
    FallbackShare: {
      metric: new cw.MathExpression({
        label: 'share of diagnoses that ended in a fallback',
        expression: 'IF(fallen + published >= 5, 100 * fallen / (fallen + published), 0)',
        usingMetrics: {
          fallen: chainMetric(stage, 'Reports', 'publish', { status: 'FALLBACK' }, hour),
          published: chainMetric(stage, 'Reports', 'publish', { status: 'PUBLISHED' }, hour),
        },
        ...hour,
      }),
      above: 50,
      meaning: 'More than half of the diagnoses of an hour ended in a fallback.',
    },
    AuditWriteFailures: {
      metric: chainMetric(stage, 'AuditWriteFailures', 'search-tool', {}, { period: fiveMinutes }),
      above: 0,
      meaning: 'An audit could not be written; the log has it.',
    },
    SettingsRefreshFailures: {
      metric: new cw.MathExpression({
        label: 'refreshes that failed',
        expression: 'SUM(METRICS())',
        usingMetrics: Object.fromEntries(
          metrics.SettingsRefreshFailures.functions.map((name, i) => [
            `r${i}`,
            chainMetric(stage, 'SettingsRefreshFailures', name, {}, { period: fiveMinutes }),
          ]),
        ),
        period: fiveMinutes,
      }),
      above: 0,
      periods: 2,
      meaning: 'A parameter cannot be read or is not valid; the functions go on with the last good ones.',
    },
  }
}

/** One alarm a function: an alarm's expression takes 10 metrics at most (CloudWatch API Reference, MetricDataQuery). */
function errorsOf(name: string, made: lambda.IFunction): Alarm {
  const period = Duration.minutes(15)
  return {
    metric: new cw.MathExpression({
      label: 'share of invocations that failed',
      expression: 'IF(errors >= 3, 100 * errors / calls, 0)',
      usingMetrics: { errors: made.metricErrors({ period }), calls: made.metricInvocations({ period }) },
      period,
    }),
    above: 5,
    meaning: `More than 5 % of the invocations of ${name}, and at least 3, failed within 15 minutes.`,
  }
}
