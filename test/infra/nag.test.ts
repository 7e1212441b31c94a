// cdk-nag's AwsSolutions rules over everything that the settings can bring.
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, test } from 'vitest'
import { synthesize } from './synthesized.ts'

describe('the AwsSolutions rules have no finding', () => {
  test.each([
    ['a stage of development', {}],
    [
      'a safe stage with everything',
      {
        stage: 'prod',
        bedrockModelId: 'eu.amazon.nova-pro-v1:0',
        uploadOrigins: 'https://a.example.com',
        vpcId: 'vpc-0123abcd',
        vpcSubnetIds: 'subnet-0123abcd',
        vpcSecurityGroupIds: 'sg-0123abcd',
        alarmEmail: 'a@example.com',
      },
    ],
    [
      'a safe stage whose searches a knowledge base answers',
      {
        stage: 'prod',
        knowledgeBaseId: 'KB01234567',
        vpcId: 'vpc-0123abcd',
        vpcSubnetIds: 'subnet-0123abcd',
        vpcSecurityGroupIds: 'sg-0123abcd',
      },
    ],
    [
      'tokens, and a model elsewhere',
      {
        auth: 'jwt',
        jwtIssuer: 'https://id.example.com',
        jwtAudience: 'a',
        openAiBaseUrl: 'https://models.example.com/v1',
        openAiModel: 'm',
        openAiKeySecret: 'k',
      },
    ],
  ])('%s', (_, settings) => {
    expect(() => synthesize(settings)).not.toThrow()
  })
})

test('this check sees a finding', () => {
  expect(() => synthesize({}, (stack) => void new Bucket(stack, 'Open'))).toThrow()
})
