import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBedrockModel } from '../../../../lib/diagnosis/models/bedrock-model.ts'
import { type ConverseProvider, startConverseProvider } from './converse-provider.ts'
import { faultOfTurn } from './fault-of-turn.ts'
import { modelContract, remoteModelContract } from './model-contract.ts'
import { assistant, found, item, lookup, now, opening, request, tool, user } from './transcript-builder.ts'

const modelId = 'eu.some-model-v1:0'
const clientOf = (endpoint: string) => new BedrockRuntimeClient({ endpoint, maxAttempts: 1 })
const modelOf = (endpoint: string, timeoutMs = 5000) =>
  createBedrockModel({ modelId, timeoutMs, now, client: clientOf(endpoint) })

modelContract(async () => {
  const provider = await startConverseProvider()
  const calls = [{ name: 'lookup_knowledge', arguments: { query: 'Why does the gateway time out?' } }]
  return {
    model: modelOf(provider.url),
    prepare: () => provider.behave({ kind: 'answer', answer: { calls, reason: 'calls' } }),
    close: provider.close,
  }
})

remoteModelContract(async () => {
  const provider = await startConverseProvider()
  return {
    provider,
    model: ({ timeoutMs = 5000 } = {}) => modelOf(provider.url, timeoutMs),
    modelOfNobody: () => modelOf('http://127.0.0.1:1'),
  }
})

describe('Bedrock', () => {
  let provider: ConverseProvider
  beforeAll(async () => {
    provider = await startConverseProvider()
  })
  afterAll(() => provider.close())
  afterEach(() => vi.unstubAllEnvs())

  test('is called by the id of its model', () => {
    expect(modelOf(provider.url).name).toBe('bedrock:eu.some-model-v1:0')
  })

  test('asks that model, with our request id beside it', async () => {
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
    await modelOf(provider.url).turn(request(opening))
    expect(decodeURIComponent(provider.lastPath())).toBe(`/model/${modelId}/converse`)
    expect(provider.lastBody().requestMetadata).toEqual({ request_id: 'req-1' })
  })

  test('puts all results of a message, and what the user says behind them, into one user message', async () => {
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
    const view = found('c1-7f3a', [item()])
    await modelOf(provider.url).turn(
      request([
        ...opening,
        assistant(null, lookup('a', 'x'), lookup('b', 'y')),
        tool('a', view),
        tool('b', view),
        user('Submit now.'),
      ]),
    )
    expect(provider.lastBody().messages[2]).toEqual({
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'a', content: [{ text: view }] } },
        { toolResult: { toolUseId: 'b', content: [{ text: view }] } },
        { text: 'Submit now.' },
      ],
    })
  })

  test('merges assistant messages that follow each other', async () => {
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
    await modelOf(provider.url).turn(request([...opening, assistant('One.'), assistant('Two.'), user('Go on.')]))
    expect(provider.lastBody().messages[1]).toEqual({
      role: 'assistant',
      content: [{ text: 'One.' }, { text: 'Two.' }],
    })
  })

  test.each([
    ['guardrail_intervened', 'refusal'],
    ['content_filtered', 'refusal'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'end'],
    ['malformed_tool_use', 'end'],
    ['a_reason_of_next_year', 'end'],
  ])('reads the stop reason %s as %s', async (stopReason, stop) => {
    const body = JSON.stringify({ output: { message: { role: 'assistant', content: [{ text: 'x' }] } }, stopReason })
    provider.behave({ kind: 'body', status: 200, type: 'application/json', body })
    expect((await modelOf(provider.url).turn(request(opening))).stop).toBe(stop)
  })

  test('joins the text blocks of an answer', async () => {
    const content = [{ text: 'One ' }, { reasoningContent: { reasoningText: { text: 'Hm.' } } }, { text: 'two.' }]
    const body = JSON.stringify({ output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' })
    provider.behave({ kind: 'body', status: 200, type: 'application/json', body })
    expect((await modelOf(provider.url).turn(request(opening))).text).toBe('One two.')
  })

  test('refuses an answer of another shape', async () => {
    const body = JSON.stringify({ output: { message: { role: 'assistant', content: 'text' } }, stopReason: 'end_turn' })
    provider.behave({ kind: 'body', status: 200, type: 'application/json', body })
    const fault = await faultOfTurn(modelOf(provider.url).turn(request(opening)))
    expect(fault).toMatchObject({ code: 'E_MODEL_BAD_RESPONSE', context: { failure: 'wrong-shape' } })
  })

  test.each([
    ['ModelNotReadyException', 429],
    ['ModelErrorException', 424],
    ['ModelTimeoutException', 408],
  ])('takes %s as passing', async (code, status) => {
    provider.behave({ kind: 'error', status, code })
    expect(await faultOfTurn(modelOf(provider.url).turn(request(opening)))).toMatchObject({
      code: 'E_MODEL_UNAVAILABLE',
      context: { exception: code },
    })
  })

  test('makes its own client from the environment, which sends a request once', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_RUNTIME', provider.url)
    const model = createBedrockModel({ modelId, timeoutMs: 5000, now })
    const before = provider.requests()
    provider.behave({ kind: 'error', status: 503, code: 'ServiceUnavailableException' })
    expect((await faultOfTurn(model.turn(request(opening)))).code).toBe('E_MODEL_UNAVAILABLE')
    expect(provider.requests()).toBe(before + 1)
  })

  test('hangs up on a model that takes too long', async () => {
    let closed: () => void = () => {}
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    const silent = createServer((request) => request.stream.once('close', closed))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    await faultOfTurn(modelOf(`http://127.0.0.1:${port}`, 100).turn(request(opening)))
    await hungUp
    silent.close()
  })

  test('says that credentials are missing by a fault that is not retried', async () => {
    const client = new BedrockRuntimeClient({
      endpoint: provider.url,
      maxAttempts: 1,
      credentials: async () => {
        throw Object.assign(new Error('Could not load credentials'), { name: 'CredentialsProviderError' })
      },
    })
    const fault = await faultOfTurn(
      createBedrockModel({ modelId, timeoutMs: 5000, now, client }).turn(request(opening)),
    )
    expect(fault).toMatchObject({ code: 'E_MODEL_BAD_RESPONSE', context: { failure: 'not-sent' } })
  })

  test('keeps no words of an answer that is no JSON', async () => {
    provider.behave({ kind: 'body', status: 200, type: 'text/html', body: '<html>secret words</html>' })
    const fault = await faultOfTurn(modelOf(provider.url).turn(request(opening)))
    expect(`${JSON.stringify(fault.context)} ${String(fault.cause)}`).not.toContain('secret')
  })
})
