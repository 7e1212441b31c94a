// What each role may do, against what its function is for (spec 09, "A function declares only what it needs").

import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { catalog } from '../../functions/catalog.ts'
import { allow } from '../../infra/constructs/allow.ts'
import { CatalogFunction } from '../../infra/constructs/catalog-function.ts'
import { permissionsOf } from './policies.ts'
import { stackOf, templateOf } from './synthesized.ts'

const roleOf = (name: string) => `${name.replace(/(?:^|-)(\w)/g, (_, c: string) => c.toUpperCase())}Role`
const model = { bedrockModelId: 'eu.amazon.nova-pro-v1:0' }
const permissions = permissionsOf(templateOf(model))

/** What every function may: write its own log, and traces. */
const own = (name: string) => [
  `logs:CreateLogStream on ${roleOf(name).replace(/Role$/, 'Logs')}`,
  `logs:PutLogEvents on ${roleOf(name).replace(/Role$/, 'Logs')}`,
  'xray:PutTelemetryRecords on *',
  'xray:PutTraceSegments on *',
]
const on = (resource: string, ...actions: string[]) => actions.map((action) => `${action} on ${resource}`)
const readLedger = [
  ...on('LedgerTable', 'dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'),
  ...on('LedgerTable/index/owner-call', 'dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'),
]
const writeLedger = on('LedgerTable', 'dynamodb:PutItem', 'dynamodb:UpdateItem')
const credential = on('KnowledgeCredential', 'secretsmanager:GetSecretValue')
const parameters = on(
  'arn:{Partition}:ssm:{Region}:{AccountId}:parameter/evidence-chain/dev',
  'ssm:GetParametersByPath',
)
const askModel = [
  ...on(
    'arn:{Partition}:bedrock:{Region}:{AccountId}:inference-profile/eu.amazon.nova-pro-v1:0',
    'bedrock:InvokeModel',
  ),
  ...on('arn:{Partition}:bedrock:*::foundation-model/amazon.nova-pro-v1:0', 'bedrock:InvokeModel'),
]
const indexes = ['DocumentsTable', 'DocumentsTable/index/newest', 'DocumentsTable/index/open']

/** Written down here once more, on purpose: the catalog alone must not be able to widen a role. */
const expected: Record<keyof typeof catalog, string[]> = {
  'search-tool': [
    ...readLedger,
    ...writeLedger,
    ...on('DocumentsTable', 'dynamodb:BatchGetItem', 'dynamodb:GetItem'),
    ...credential,
    ...parameters,
  ],
  'evidence-guard': readLedger,
  'run-reader': readLedger,
  'diagnosis-start': [...readLedger, ...writeLedger, ...on('DiagnosisMachine', 'states:StartExecution')],
  'agent-turn': [...readLedger, ...writeLedger, ...askModel],
  'semantic-guard': [...readLedger, ...writeLedger, ...askModel],
  publish: [...readLedger, ...writeLedger],
  'ingest-proxy': [
    ...indexes.flatMap((name) => on(name, 'dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query')),
    ...on('DocumentsTable', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'),
    ...on('OriginalsBucket', 's3:ListBucket'),
    ...on('OriginalsBucket/*', 's3:DeleteObject', 's3:GetObject', 's3:PutObject'),
    ...on(
      'IngestQueue',
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:GetQueueUrl',
      'sqs:ReceiveMessage',
      'sqs:SendMessage',
    ),
    ...credential,
    ...parameters,
  ],
  'rebuild-trigger': [
    ...on('LedgerTable', 'dynamodb:GetItem'),
    ...on('DocumentsTable', 'dynamodb:GetItem'),
    ...on('OriginalsBucket', 's3:ListBucket'),
    ...credential,
    ...parameters,
  ],
  'api-document': [],
}

describe('a function may do exactly what it is for', () => {
  test.each(Object.entries(expected))('%s', (name, may) => {
    expect(permissions[roleOf(name)]).toEqual([...own(name), ...may].sort())
  })

  test('there is no function beside these', () => {
    expect(Object.keys(expected).sort()).toEqual(Object.keys(catalog).sort())
  })

  test('a state machine may call the functions of its definition, and the diagnosis one announce its report', () => {
    const beyondLogs = (role: string) => permissions[role]?.filter((p) => !/^(logs|xray):/.test(p))
    expect(beyondLogs('DiagnosisMachineRole')).toEqual(
      [
        ...on('arn:{Partition}:events:{Region}:{AccountId}:event-bus/default', 'events:PutEvents'),
        ...['AgentTurn', 'EvidenceGuard', 'Publish', 'SearchTool', 'SemanticGuard'].map(
          (name) => `lambda:InvokeFunction on ${name}Function`,
        ),
      ].sort(),
    )
    expect(beyondLogs('RebuildMachineRole')).toEqual(['lambda:InvokeFunction on RebuildTriggerFunction'])
  })

  test('no other role has a policy', () => {
    const roles = Object.keys(expected).map(roleOf)
    expect(Object.keys(permissions).sort()).toEqual([...roles, 'DiagnosisMachineRole', 'RebuildMachineRole'].sort())
  })

  test('no role has a managed policy', () => {
    for (const role of Object.values(templateOf(model).findResources('AWS::IAM::Role'))) {
      expect(role.Properties).not.toHaveProperty('ManagedPolicyArns')
    }
  })
})

describe('these checks see a widened role', () => {
  test('the guard that may write the ledger', () => {
    const widened = stackOf(model, (stack) => {
      const guard = stack.node.findChild('EvidenceGuard')
      if (guard instanceof CatalogFunction) allow(guard, ['*'], ['dynamodb:PutItem'])
    })
    expect(permissionsOf(Template.fromStack(widened)).EvidenceGuardRole).toContain('dynamodb:PutItem on *')
  })
})

describe('what the settings add', () => {
  test('without a model, nobody may ask one', () => {
    const all = Object.values(permissionsOf(templateOf())).flat()
    expect(all.filter((p) => p.startsWith('bedrock:'))).toEqual([])
  })

  test('a knowledge base is searched by the search tool alone, which then reads no token of the knowledge service', () => {
    const searching = permissionsOf(templateOf({ ...model, knowledgeBaseId: 'KB01234567' }))
    const retrieve = 'bedrock:Retrieve on arn:{Partition}:bedrock:{Region}:{AccountId}:knowledge-base/KB01234567'
    const searchTool = expected['search-tool'].filter((permission) => !credential.includes(permission))
    expect(searching.SearchToolRole).toEqual([...own('search-tool'), ...searchTool, retrieve].sort())
    const { SearchToolRole: _, ...others } = permissions
    expect(searching).toMatchObject(others)
  })

  test('a model in this region is named exactly', () => {
    expect(permissionsOf(templateOf({ bedrockModelId: 'amazon.nova-pro-v1:0' })).AgentTurnRole).toContain(
      'bedrock:InvokeModel on arn:{Partition}:bedrock:{Region}::foundation-model/amazon.nova-pro-v1:0',
    )
  })

  test('a profile by its ARN brings its model wherever it may run', () => {
    const profile = 'arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.amazon.nova-pro-v1:0'
    const found = permissionsOf(templateOf({ bedrockModelId: profile })).AgentTurnRole
    expect(found).toContain(`bedrock:InvokeModel on ${profile}`)
    expect(found).toContain('bedrock:InvokeModel on arn:{Partition}:bedrock:*::foundation-model/amazon.nova-pro-v1:0')
  })

  test('the key of an OpenAI-compatible service is read by those who ask the model, and only by them', () => {
    const settings = { openAiBaseUrl: 'https://models.example.com/v1', openAiModel: 'm', openAiKeySecret: 'models/key' }
    const found = permissionsOf(templateOf(settings))
    const key =
      'secretsmanager:GetSecretValue on arn:{Partition}:secretsmanager:{Region}:{AccountId}:secret:models/key-??????'
    expect(
      Object.keys(found)
        .filter((role) => found[role]?.includes(key))
        .sort(),
    ).toEqual(['AgentTurnRole', 'SemanticGuardRole'])
  })

  test('without a credential there is no secret, and nobody may read one', () => {
    const template = templateOf({ credential: 'none' })
    template.resourceCountIs('AWS::SecretsManager::Secret', 0)
    expect(
      Object.values(permissionsOf(template))
        .flat()
        .filter((p) => p.startsWith('secretsmanager:')),
    ).toEqual([])
  })

  test('in a network, only those who talk to the knowledge service may have interfaces there', () => {
    const network = {
      vpcId: 'vpc-0123abcd',
      vpcSubnetIds: 'subnet-0123abcd,subnet-0123abce',
      vpcSecurityGroupIds: 'sg-0123abcd',
    }
    const found = permissionsOf(templateOf(network))
    const inside = Object.keys(found).filter((role) => found[role]?.includes('ec2:CreateNetworkInterface on *'))
    expect(inside.sort()).toEqual(['IngestProxyRole', 'RebuildTriggerRole', 'SearchToolRole'])
    const apart = permissionsOf(templateOf({ ...network, knowledgeBaseId: 'KB01234567' }))
    expect(apart.SearchToolRole).not.toContain('ec2:CreateNetworkInterface on *')
    expect(apart.IngestProxyRole).toContain('ec2:CreateNetworkInterface on *')
  })
})
