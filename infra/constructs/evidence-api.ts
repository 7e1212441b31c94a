import { RemovalPolicy } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import * as apigw from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type * as lambda from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type FunctionName, type Route, routes } from '../../lib/contract/routes.ts'
import { productName } from '../product-name.ts'

export type EvidenceApiProps = {
  readonly functions: Readonly<Record<FunctionName, lambda.IFunction>>
  /** Answers what matches no route, with our own 404. */
  readonly fallback: FunctionName
  readonly authorizer: { readonly issuer: string; readonly audience: readonly string[] } | 'iam'
  readonly throttle: { readonly rate: number; readonly burst: number }
  readonly logRetention: RetentionDays
}

/** Of each request: what came of it and how long it took. No query, no body, no header. */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
  ip: '$context.identity.sourceIp',
  caller: '$context.identity.userArn',
}

/** The route table as an HTTP API. No route is open. */
export class EvidenceApi extends Construct {
  readonly api: apigw.HttpApi
  readonly url: string

  constructor(scope: Construct, id: string, props: EvidenceApiProps) {
    super(scope, id)
    const { functions, fallback, authorizer, throttle } = props
    this.api = new apigw.HttpApi(this, 'Api', {
      description: productName,
      createDefaultStage: false,
      defaultAuthorizer:
        authorizer === 'iam'
          ? new HttpIamAuthorizer()
          : new HttpJwtAuthorizer('Jwt', authorizer.issuer, { jwtAudience: [...authorizer.audience] }),
    })
    const integrations = new Map<FunctionName, HttpLambdaIntegration>()
    const integrationOf = (name: FunctionName) => {
      const made = integrations.get(name) ?? new HttpLambdaIntegration(name, functions[name])
      integrations.set(name, made)
      return made
    }
    for (const { method, path, function: name } of Object.values<Route>(routes)) {
      this.api.addRoutes({ path, methods: [apigw.HttpMethod[method]], integration: integrationOf(name) })
    }
    new apigw.HttpRoute(this, 'Default', {
      httpApi: this.api,
      routeKey: apigw.HttpRouteKey.DEFAULT,
      integration: integrationOf(fallback),
    })
    const stage = new apigw.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new apigw.LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', { retention: props.logRetention, removalPolicy: RemovalPolicy.DESTROY }),
        ),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    })
    this.url = stage.url
  }
}
