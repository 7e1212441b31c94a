import { describe, expect, test } from 'vitest'
import { readStage, stageSettings } from '../../infra/stage-settings.ts'
import { required } from './synthesized.ts'

const stage = (settings: Readonly<Record<string, unknown>> = {}) => readStage({ ...required, ...settings })

describe('a stage needs one setting', () => {
  test('the address of the knowledge service', () => {
    expect(() => readStage({})).toThrow('pyRagBaseUrl is not set (-c pyRagBaseUrl=...)')
    expect(stage()).toMatchObject({ stage: 'dev', pyRagBaseUrl: 'https://py-rag.example.com', auth: 'iam' })
  })
})

describe('a setting that is not valid stops with a message that names it', () => {
  test.each([
    ['pyRagBaseUrl', 'py-rag.example.com', 'pyRagBaseUrl must be an http or https URL'],
    ['pyRagBaseUrl', 'https://user:secret@h.example.com', 'pyRagBaseUrl must have no user, query or fragment'],
    ['pyRagBaseUrl', 'https://h.example.com/api/v1', 'not end with /api/v1'],
    ['eventBus', 'a","Extra":"injected', 'eventBus must be the name of an event bus'],
    ['eventBus', 'arn:aws:events:us-east-1:123456789012:event-bus/x', 'eventBus must be the name of an event bus'],
    ['uploadOrigins', ',', 'uploadOrigins must be a list without gaps or repeats'],
    ['vpcSubnetIds', 'subnet-01234567,subnet-01234567', 'vpcSubnetIds must be a list without gaps or repeats'],
    ['openAiKeySecret', 'arn:aws:secretsmanager:eu-west-1:1:secret:x', 'openAiKeySecret must be the name of a secret'],
    ['log_retention_days', '30', 'log_retention_days is no setting'],
    ['stage', 'Prod_1', 'stage must be 1-20 of a-z'],
    ['safe', 'yes', 'safe must be true or false'],
    ['auth', 'none', 'auth '],
    ['throttleRate', '0', 'throttleRate must be a positive integer'],
    ['throttleRate', '10000000', 'throttleRate must be at most 9999999'],
    ['functionSettings', '{"RUN_TOOL_CALL_BUDGET": "101"}', 'RUN_TOOL_CALL_BUDGET must be at most 100'],
    ['ingestConcurrency', '1', 'ingestConcurrency must be 2 to 1000'],
    ['logRetentionDays', '8', 'logRetentionDays '],
    ['alarmEmail', 'me', 'alarmEmail must be an e-mail address'],
    [
      'reservedConcurrency',
      'serach-tool=5',
      'reservedConcurrency must be a list like search-tool=50; serach-tool=5 is not',
    ],
    ['vpcSubnetIds', 'subnet-x', 'vpcSubnetIds must be a list of ids like subnet-0123abcd'],
    ['functionSettings', '[1]', 'functionSettings must be a JSON object of settings'],
    ['functionSettings', '{"RETURN_N": "0"}', 'functionSettings is not valid: RETURN_N must be a positive integer'],
    ['functionSettings', '{"RETRUN_N": "5"}', 'functionSettings has RETRUN_N, which cannot be set there'],
    ['functionSettings', '{"LEDGER_TABLE": "x"}', 'functionSettings has LEDGER_TABLE, which cannot be set there'],
    ['functionSettings', '{"KNOWLEDGE_ENGINE": "bedrock-kb"}', 'functionSettings has KNOWLEDGE_ENGINE'],
    [
      'functionSettings',
      '{"BEDROCK_KNOWLEDGE_BASE_ID": "KB01234567"}',
      'functionSettings has BEDROCK_KNOWLEDGE_BASE_ID',
    ],
    ['knowledgeBaseId', '*', 'knowledgeBaseId must be the id of a knowledge base'],
    ['knowledgeBaseId', 'KB012345678', 'knowledgeBaseId must be the id of a knowledge base'],
  ])('%s %s', (name, value, message) => {
    expect(() => stage({ [name]: value })).toThrow(message)
  })

  test('all of them at once, and names that are no settings', () => {
    const read = () => readStage({ pyragBaseUrl: 'https://x.example.com', stage: '9' })
    expect(read).toThrow('pyRagBaseUrl is not set')
    expect(read).toThrow('stage must be')
    expect(read).toThrow('pyragBaseUrl is no setting')
  })

  test('no value of a wrong setting is repeated', () => {
    expect(() => stage({ pyRagBaseUrl: 'ftp://user:s3cret@host' })).not.toThrow('s3cret')
  })
})

describe('settings that need each other', () => {
  test.each([
    [{ auth: 'jwt' }, 'auth jwt needs jwtIssuer and jwtAudience'],
    [{ bedrockModelId: 'a', openAiBaseUrl: 'https://m.example.com/v1', openAiModel: 'm' }, 'exclude each other'],
    [{ openAiBaseUrl: 'https://m.example.com/v1' }, 'openAiBaseUrl and openAiModel need each other'],
    [{ openAiKeySecret: 'k' }, 'openAiKeySecret needs openAiBaseUrl'],
    [
      { knowledgeBaseId: 'KB01234567', functionSettings: { RETRIEVAL_TOP_K: 101 } },
      'knowledgeBaseId allows no RETRIEVAL_TOP_K over 100',
    ],
    [
      { functionSettings: { SEMANTIC_JUDGE: 'model' } },
      'functionSettings has SEMANTIC_JUDGE=model, which needs bedrockModelId or openAiBaseUrl',
    ],
    [{ vpcId: 'vpc-0123abcd' }, 'vpcId, vpcSubnetIds and vpcSecurityGroupIds need each other'],
  ])('%o', (settings, message) => {
    expect(() => stage(settings)).toThrow(message)
  })

  test('are taken together: a judge with a model that can be one', () => {
    const functionSettings = { SEMANTIC_JUDGE: 'model' }
    expect(() => stage({ functionSettings, bedrockModelId: 'a' })).not.toThrow()
    expect(() => stage({ functionSettings, openAiBaseUrl: 'https://m.example.com/v1', openAiModel: 'm' })).not.toThrow()
  })
})

describe('a stage is safe unless its name says that it is for development', () => {
  test.each([
    ['dev', false],
    ['dev-anna', false],
    ['prod', true],
    ['staging', true],
    ['devices', true],
  ])('%s: %s', (name, safe) => {
    expect(stage({ stage: name }).safe).toBe(safe)
  })

  test('or the setting says otherwise', () => {
    expect(stage({ stage: 'prod', safe: 'false' }).safe).toBe(false)
    expect(stage({ safe: 'true' }).safe).toBe(true)
  })

  test('and keeps its logs longer', () => {
    expect(stage().logRetentionDays).toBe(14)
    expect(stage({ stage: 'prod' }).logRetentionDays).toBe(365)
    expect(stage({ stage: 'prod', logRetentionDays: '30' }).logRetentionDays).toBe(30)
  })
})

test('numbers and booleans of cdk.json count as their texts; an empty value as none', () => {
  expect(stage({ throttleRate: 7, safe: true, functionSettings: { RETURN_N: 8 }, alarmEmail: '' })).toMatchObject({
    throttleRate: 7,
    safe: true,
    functionSettings: { RETURN_N: '8' },
  })
})

test("CDK's own context is none of ours", () => {
  expect(() => stage({ '@aws-cdk/core:x': true, 'aws:cdk:y': [], 'cli-telemetry': false })).not.toThrow()
})

test('every setting says what it means', () => {
  for (const [name, row] of Object.entries(stageSettings)) expect(row.meaning, name).toMatch(/^\S.*\.$/)
})
