import type * as apigw from 'aws-cdk-lib/aws-apigatewayv2'
import type * as lambda from 'aws-cdk-lib/aws-lambda'
import type * as sqs from 'aws-cdk-lib/aws-sqs'
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions'
import type { FunctionName } from '../../lib/contract/routes.ts'

/** The parts of a stage that dashboard and alarms look at. */
export type Observed = {
  readonly stage: string
  readonly api: apigw.HttpApi
  readonly functions: Readonly<Record<FunctionName, lambda.IFunction>>
  readonly queue: sqs.IQueue
  readonly deadLetters: sqs.IQueue
  readonly workflows: readonly sfn.StateMachine[]
}
