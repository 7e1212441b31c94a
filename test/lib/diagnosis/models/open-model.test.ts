import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ModelSettings, openModel } from '../../../../lib/diagnosis/models/open-model.ts'
import { type ChatProvider, startChatProvider } from './chat-provider.ts'
import { faultOfTurn } from './fault-of-turn.ts'
import { now, opening, request } from './transcript-builder.ts'

const effects = { now, readSecret: async (name: string) => `secret of ${name}`.replaceAll(' ', '-') }
const open = (settings: Partial<ModelSettings>) =>
  openModel({ DIAGNOSIS_MODEL: 'extractive', MODEL_TIMEOUT_MS: 5000, ...settings }, effects)

describe('the model as configured', () => {
  let provider: ChatProvider
  beforeAll(async () => {
    provider = await startChatProvider()
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
  })
  afterAll(() => provider.close())

  test('is the one that is named', () => {
    expect(open({}).name).toBe('extractive')
    expect(open({ DIAGNOSIS_MODEL: 'bedrock', BEDROCK_MODEL_ID: 'some.model-v1:0' }).name).toBe(
      'bedrock:some.model-v1:0',
    )
    expect(
      open({ DIAGNOSIS_MODEL: 'openai', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_MODEL: 'local' }).name,
    ).toBe('openai:local')
  })

  test.each([
    ['BEDROCK_MODEL_ID', { DIAGNOSIS_MODEL: 'bedrock' }],
    ['BEDROCK_MODEL_ID', { DIAGNOSIS_MODEL: 'bedrock', BEDROCK_MODEL_ID: '' }],
    ['OPENAI_BASE_URL', { DIAGNOSIS_MODEL: 'openai', OPENAI_MODEL: 'local' }],
    ['OPENAI_MODEL', { DIAGNOSIS_MODEL: 'openai', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }],
  ] as const)('is refused by the name of the variable that is missing: %s', (name, settings) => {
    expect(() => open(settings)).toThrow(new RegExp(`\\b${name} is not set`))
  })

  test.each([
    [{ OPENAI_API_KEY_SECRET: 'key' }, 'Bearer secret-of-key'],
    [{ OPENAI_API_KEY: 'local-key' }, 'Bearer local-key'],
    [{ OPENAI_API_KEY_SECRET: 'key', OPENAI_API_KEY: 'local-key' }, 'Bearer secret-of-key'],
    [{}, undefined],
  ])('sends the key that %j names', async (key, header) => {
    const settings = { DIAGNOSIS_MODEL: 'openai' as const, OPENAI_BASE_URL: provider.baseUrl, OPENAI_MODEL: 'local' }
    await open({ ...settings, ...key }).turn(request(opening))
    expect(provider.lastHeaders().authorization).toBe(header)
  })

  test('keeps the time limit', async () => {
    provider.behave({ kind: 'stall' })
    const settings = { DIAGNOSIS_MODEL: 'openai' as const, OPENAI_BASE_URL: provider.baseUrl, OPENAI_MODEL: 'local' }
    const fault = await faultOfTurn(open({ ...settings, MODEL_TIMEOUT_MS: 100 }).turn(request(opening)))
    expect(fault.context.failure).toBe('timeout')
  })
})
