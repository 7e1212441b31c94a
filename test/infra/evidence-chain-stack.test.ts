// What a stage must be, as intent: each line here is something that somebody would miss.
import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { catalog } from '../../functions/catalog.ts'
import { metrics } from '../../lib/contract/metrics.ts'
import { routeKeyOf, routes } from '../../lib/contract/routes.ts'
import { stackOf, templateOf } from './synthesized.ts'

const dev = templateOf()
const prod = templateOf({ stage: 'prod', alarmEmail: 'oncall@example.com' })
const only = (type: string, template = dev) => Object.values(template.findResources(type)).map((r) => r.Properties)

describe('the API', () => {
  test('has the routes of the route table, and a default one that gives our 404', () => {
    const keys = only('AWS::ApiGatewayV2::Route').map((route) => String(route.RouteKey))
    expect(keys.sort()).toEqual([...Object.values(routes).map(routeKeyOf), '$default'].sort())
  })

  test('has no open route', () => {
    for (const route of only('AWS::ApiGatewayV2::Route')) expect(route.AuthorizationType).toBe('AWS_IAM')
    const jwt = templateOf({ auth: 'jwt', jwtIssuer: 'https://id.example.com', jwtAudience: 'a,b' })
    for (const route of only('AWS::ApiGatewayV2::Route', jwt)) {
      expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: expect.anything() })
    }
    jwt.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      JwtConfiguration: { Issuer: 'https://id.example.com', Audience: ['a', 'b'] },
    })
  })

  test('hands on events of payload format 2.0', () => {
    for (const integration of only('AWS::ApiGatewayV2::Integration'))
      expect(integration.PayloadFormatVersion).toBe('2.0')
  })

  test('is throttled as the stage says, and logs each request without what was asked', () => {
    templateOf({ throttleRate: '7', throttleBurst: '9' }).hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: Match.objectLike({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 }),
    })
    const [stage] = only('AWS::ApiGatewayV2::Stage')
    expect(stage?.AccessLogSettings.Format).not.toMatch(/context\.(path|requestOverride)|querystring|header/i)
  })
})

describe('functions', () => {
  test('one a row, on Node 24 and arm64, with the time and memory of the row', () => {
    const made = only('AWS::Lambda::Function')
    expect(made).toHaveLength(Object.keys(catalog).length)
    for (const [name, row] of Object.entries(catalog)) {
      expect(made.find((f) => f.Description === `evidence-chain ${name}`)).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: row.timeoutSeconds,
        MemorySize: row.memoryMb,
        TracingConfig: { Mode: 'Active' },
      })
    }
  })

  test('each gets the settings of its row and no others', () => {
    const platform = ['NODE_OPTIONS', 'POWERTOOLS_METRICS_NAMESPACE', 'SETTINGS_PATH', 'SETTINGS_MAX_AGE_SECONDS']
    for (const f of only('AWS::Lambda::Function')) {
      const row = catalog[String(f.Description).replace('evidence-chain ', '') as keyof typeof catalog]
      const names = Object.keys(f.Environment.Variables).filter((name) => !platform.includes(name))
      expect(row.environment).toEqual(expect.arrayContaining(names))
    }
  })

  test('no credential and no address of the knowledge service stands in an environment', () => {
    const text = JSON.stringify(only('AWS::Lambda::Function').map((f) => f.Environment.Variables))
    expect(text).not.toContain('py-rag.example.com')
    expect(text).not.toContain('SecretString')
  })

  test('reserved concurrency is as the stage says', () => {
    templateOf({ reservedConcurrency: 'search-tool=5' }).hasResourceProperties('AWS::Lambda::Function', {
      Description: 'evidence-chain search-tool',
      ReservedConcurrentExecutions: 5,
    })
  })

  test('in a network stand those that talk to the knowledge service, and only they', () => {
    const inside = templateOf({
      vpcId: 'vpc-0123abcd',
      vpcSubnetIds: 'subnet-0123abcd',
      vpcSecurityGroupIds: 'sg-0123abcd',
    })
    const names = only('AWS::Lambda::Function', inside).flatMap((f) => (f.VpcConfig ? [String(f.Description)] : []))
    expect(names.map((n) => n.replace('evidence-chain ', '')).sort()).toEqual([
      'ingest-proxy',
      'rebuild-trigger',
      'search-tool',
    ])
  })

  test('logs are kept as long as the stage says', () => {
    for (const group of only('AWS::Logs::LogGroup')) expect(group.RetentionInDays).toBe(14)
    for (const group of only('AWS::Logs::LogGroup', prod)) expect(group.RetentionInDays).toBe(365)
  })
})

describe('the ledger and the documents', () => {
  test('are on demand and can be restored to any second', () => {
    for (const table of only('AWS::DynamoDB::GlobalTable')) {
      expect(table.BillingMode).toBe('PAY_PER_REQUEST')
      expect(table.Replicas).toEqual([
        expect.objectContaining({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
      ])
    }
  })

  test('the ledger expires its items and has the keys-only index', () => {
    dev.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      KeySchema: [
        { AttributeName: 'run_id', KeyType: 'HASH' },
        { AttributeName: 'item', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        Match.objectLike({ IndexName: 'owner-call', Projection: { ProjectionType: 'KEYS_ONLY' } }),
      ],
    })
  })

  test('documents do not expire', () => {
    dev.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      TimeToLiveSpecification: Match.absent(),
    })
  })
})

describe('originals', () => {
  test('are private, encrypted and versioned, and go over TLS only', () => {
    dev.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: Match.objectLike({}),
      VersioningConfiguration: { Status: 'Enabled' },
      CorsConfiguration: Match.absent(),
    })
    dev.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    })
  })

  test('what nobody took from the place of arrival goes away; originals stay', () => {
    const [bucket] = only('AWS::S3::Bucket')
    const rules: { Prefix?: string; ExpirationInDays?: number }[] = bucket?.LifecycleConfiguration.Rules
    expect(rules.filter((rule) => rule.ExpirationInDays !== undefined)).toEqual([
      expect.objectContaining({ Prefix: 'incoming/' }),
    ])
  })

  test('browsers may post to them from the origins of the stage', () => {
    templateOf({ uploadOrigins: 'https://a.example.com' }).hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [Match.objectLike({ AllowedMethods: ['POST'], AllowedOrigins: ['https://a.example.com'] })],
      },
    })
  })

  test('an arriving file is told to the ingest queue, which takes that word from this rule alone', () => {
    dev.hasResourceProperties('AWS::S3::Bucket', {
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
    })
    dev.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: Match.objectLike({ object: { key: [{ prefix: 'incoming/' }] } }),
      },
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('IngestQueue'), 'Arn'] } })],
    })
    dev.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: Match.arrayWith(['sqs:SendMessage']),
            Principal: { Service: 'events.amazonaws.com' },
            Condition: { ArnEquals: { 'aws:SourceArn': Match.anyValue() } },
          }),
        ]),
      },
    })
  })
})

describe('deferred ingests', () => {
  test('are hidden longer than the function may take, and end with the dead letters after ten tries', () => {
    dev.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * catalog['ingest-proxy'].timeoutSeconds,
      RedrivePolicy: Match.objectLike({ maxReceiveCount: 10 }),
      SqsManagedSseEnabled: true,
    })
  })

  test('no queue that takes dead letters refuses them', () => {
    for (const queue of only('AWS::SQS::Queue')) {
      expect(queue.RedriveAllowPolicy?.redrivePermission).not.toBe('denyAll')
    }
  })

  test('come one at a time, each answered for by itself', () => {
    dev.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    })
  })

  test('what a crash left lying is looked for on the schedule of the row', () => {
    dev.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('IngestProxy'), 'Arn'] } })],
    })
  })
})

describe('the knowledge service', () => {
  test('its address and settings are parameters of the stage', () => {
    const parameters = Object.fromEntries(only('AWS::SSM::Parameter').map((p) => [p.Name, p.Value]))
    expect(parameters).toMatchObject({
      '/evidence-chain/dev/PYRAG_BASE_URL': 'https://py-rag.example.com',
      '/evidence-chain/dev/PYRAG_SEARCH_TIMEOUT_MS': '5000',
      '/evidence-chain/dev/PRECISE_THRESHOLD': '0.75',
      '/evidence-chain/dev/RETRIEVAL_MODE': 'hybrid',
    })
  })

  test('a setting of the functions wins over the default, as a parameter or in the environment', () => {
    const given = templateOf({ functionSettings: '{"RETURN_N": "8", "RUN_TOOL_CALL_BUDGET": "3"}' })
    given.hasResourceProperties('AWS::SSM::Parameter', { Name: '/evidence-chain/dev/RETURN_N', Value: '8' })
    given.hasResourceProperties('AWS::Lambda::Function', {
      Description: 'evidence-chain search-tool',
      Environment: { Variables: Match.objectLike({ RUN_TOOL_CALL_BUDGET: '3', RETURN_N: Match.absent() }) },
    })
  })
})

describe('a knowledge base that answers searches', () => {
  const withBase = templateOf({
    knowledgeBaseId: 'KB01234567',
    vpcId: 'vpc-0123abcd',
    vpcSubnetIds: 'subnet-0123abcd',
    vpcSecurityGroupIds: 'sg-0123abcd',
  })
  const made = (name: string) =>
    only('AWS::Lambda::Function', withBase).find((f) => f.Description === `evidence-chain ${name}`)

  test('is told to the function that searches, which has no token of the knowledge service and stands outside its network', () => {
    const { Environment, VpcConfig } = made('search-tool') ?? {}
    expect(Environment.Variables).toMatchObject({
      KNOWLEDGE_ENGINE: 'bedrock-kb',
      BEDROCK_KNOWLEDGE_BASE_ID: 'KB01234567',
    })
    expect(Environment.Variables).not.toHaveProperty('PYRAG_CREDENTIAL_SECRET')
    expect(VpcConfig).toBeUndefined()
  })

  test.each(['ingest-proxy', 'rebuild-trigger'])(
    'changes nothing for %s, which goes on with the knowledge service',
    (name) => {
      const { Environment, VpcConfig } = made(name) ?? {}
      expect(Environment.Variables).toHaveProperty('PYRAG_CREDENTIAL_SECRET')
      expect(Environment.Variables).not.toHaveProperty('KNOWLEDGE_ENGINE')
      expect(Environment.Variables).not.toHaveProperty('BEDROCK_KNOWLEDGE_BASE_ID')
      expect(VpcConfig).toBeDefined()
    },
  )

  test('is nowhere in a stage without one', () => {
    expect(JSON.stringify(dev.toJSON())).not.toContain('KNOWLEDGE_ENGINE')
  })
})

describe('state machines', () => {
  test('are traced, and log without what is in their state', () => {
    for (const machine of only('AWS::StepFunctions::StateMachine')) {
      expect(machine).toMatchObject({
        TracingConfiguration: { Enabled: true },
        LoggingConfiguration: { IncludeExecutionData: false, Level: 'ALL' },
      })
    }
  })

  test('end a diagnosis when the stage says, which the function that opens runs is told too; else after 15 minutes', () => {
    const limitsOf = (template: typeof dev) =>
      only('AWS::StepFunctions::StateMachine', template).flatMap((machine) =>
        [...JSON.stringify(machine).matchAll(/\\"StartAt\\":\\"Begin\\",\\"TimeoutSeconds\\":(\d+)/g)].map(
          ([, n]) => n,
        ),
      )
    expect(limitsOf(dev)).toEqual(['900'])
    const given = templateOf({ functionSettings: '{"DIAGNOSIS_TIMEOUT_SECONDS": "1200"}' })
    expect(limitsOf(given)).toEqual(['1200'])
    given.hasResourceProperties('AWS::Lambda::Function', {
      Description: 'evidence-chain diagnosis-start',
      Environment: { Variables: Match.objectLike({ DIAGNOSIS_TIMEOUT_SECONDS: '1200' }) },
    })
  })

  test('hold no placeholder', () => {
    expect(JSON.stringify(only('AWS::StepFunctions::StateMachine'))).not.toContain('${')
  })
})

describe('a safe stage', () => {
  const stateful = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret']

  test.each(stateful)('keeps its %s when the stack goes; a stage of development does not', (type) => {
    for (const r of Object.values(prod.findResources(type))) expect(r.DeletionPolicy).toBe('Retain')
    for (const r of Object.values(dev.findResources(type))) expect(r.DeletionPolicy).toBe('Delete')
  })

  test('refuses to be deleted', () => {
    expect(stackOf({ stage: 'prod' }).terminationProtection).toBe(true)
    expect(stackOf().terminationProtection).toBe(false)
    for (const table of only('AWS::DynamoDB::GlobalTable', prod)) {
      expect(table.Replicas[0].DeletionProtectionEnabled).toBe(true)
    }
  })

  test('has alarms, each of which tells the topic and says where to read on', () => {
    const alarms = only('AWS::CloudWatch::Alarm', prod)
    expect(alarms.length).toBeGreaterThanOrEqual(9)
    for (const alarm of alarms) {
      expect(alarm.AlarmActions).toHaveLength(1)
      expect(alarm.AlarmDescription).toContain('docs/operations.md')
    }
    prod.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'oncall@example.com' })
    dev.resourceCountIs('AWS::CloudWatch::Alarm', 0)
  })

  test('no alarm reads more metrics than CloudWatch lets one read', () => {
    for (const alarm of only('AWS::CloudWatch::Alarm', prod)) {
      const read = ((alarm.Metrics ?? []) as { MetricStat?: unknown }[]).filter((m) => m.MetricStat !== undefined)
      expect(read.length).toBeLessThanOrEqual(10)
    }
  })

  test('the alarms of the account may send to the topic, although it has a policy of its own', () => {
    prod.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'sns:Publish',
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
          }),
        ]),
      },
    })
  })
})

test('the dashboard shows every metric of the table', () => {
  const [dashboard] = only('AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.DashboardBody)
  for (const name of Object.keys(metrics)) expect(body, name).toContain(`MetricName=\\\\\\"${name}\\\\\\"`)
})

test('nothing in the stack is a function that nobody wrote', () => {
  for (const template of [dev, prod]) expect(Object.keys(template.findResources('Custom::*'))).toEqual([])
  expect(only('AWS::Lambda::Function')).toHaveLength(Object.keys(catalog).length)
})
