import { Duration } from 'aws-cdk-lib'
import type { IRuleTarget } from 'aws-cdk-lib/aws-events'
import * as targets from 'aws-cdk-lib/aws-events-targets'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import type * as lambda from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import * as sqs from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { allow } from './allow.ts'

/**
 * Times that a message is handed out before it goes to the dead letters. An outage of the knowledge service uses up none:
 * the function then writes a new, delayed message and ends the old one.
 */
const maxReceiveCount = 10

export type IngestQueueProps = {
  /** Of the function that takes the messages, in seconds. */
  readonly consumerTimeoutSeconds: number
}

/** Deferred ingests and arriving files, each to be worked on once; what cannot be worked on waits for people. */
export class IngestQueue extends Construct {
  readonly deadLetters: sqs.Queue
  readonly queue: sqs.Queue

  constructor(scope: Construct, id: string, { consumerTimeoutSeconds }: IngestQueueProps) {
    super(scope, id)
    const common = { encryption: sqs.QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) }
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', common)
    this.queue = new sqs.Queue(this, 'Queue', {
      ...common,
      // Six times the function's timeout, as Lambda's documentation asks of a queue that it reads.
      visibilityTimeout: Duration.seconds(6 * consumerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
  }

  /** The address that the functions know it by. */
  get url(): string {
    return this.queue.queueUrl
  }

  get target(): IRuleTarget {
    return new targets.SqsQueue(this.queue)
  }

  grantSend(grantee: IGrantable): void {
    allow(grantee, [this.queue.queueArn], ['sqs:SendMessage'])
  }

  /** Hands each message to `consumer`, one at a time, `concurrency` (2 to 1,000) of them at once. */
  feed(consumer: lambda.Function, concurrency: number): void {
    consumer.addEventSource(
      new SqsEventSource(this.queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency: concurrency }),
    )
  }
}
