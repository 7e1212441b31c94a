import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOpenAiModel } from '../../../../lib/diagnosis/models/openai-model.ts'
import { type ChatProvider, startChatProvider } from './chat-provider.ts'
import { faultOfTurn } from './fault-of-turn.ts'
import { modelContract, remoteModelContract } from './model-contract.ts'
import { assistant, found, item, lookup, now, opening, request, tool } from './transcript-builder.ts'

const modelOf = (baseUrl: string, part: { timeoutMs?: number; apiKey?: () => Promise<string | null> } = {}) =>
  createOpenAiModel({ baseUrl, model: 'local-7b', apiKey: async () => null, timeoutMs: 5000, now, ...part })

modelContract(async () => {
  const provider = await startChatProvider()
  const calls = [{ name: 'lookup_knowledge', arguments: { query: 'Why does the gateway time out?' } }]
  return {
    model: modelOf(provider.baseUrl),
    prepare: () => provider.behave({ kind: 'answer', answer: { calls, reason: 'calls' } }),
    close: provider.close,
  }
})

remoteModelContract(async () => {
  const provider = await startChatProvider()
  return {
    provider,
    model: ({ timeoutMs = 5000 } = {}) => modelOf(provider.baseUrl, { timeoutMs }),
    modelOfNobody: () => modelOf('http://127.0.0.1:1/v1'),
  }
})

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

describe('an OpenAI-compatible endpoint', () => {
  let provider: ChatProvider
  beforeAll(async () => {
    provider = await startChatProvider()
  })
  afterAll(() => provider.close())

  const turnOf = (body: unknown) => {
    provider.behave({ kind: 'body', status: 200, type: 'application/json', body: JSON.stringify(body) })
    return modelOf(provider.baseUrl).turn(request(opening))
  }
  const choice = (message: unknown, finish_reason: unknown = 'stop') => ({ choices: [{ message, finish_reason }] })

  test('is called by the name of its model', () => {
    expect(modelOf(provider.baseUrl).name).toBe('openai:local-7b')
  })

  test('gets the model, no stream, and our request id', async () => {
    await turnOf(choice({ content: 'ok' }))
    expect(provider.lastBody()).toMatchObject({ model: 'local-7b', stream: false })
    expect(provider.lastHeaders()['x-request-id']).toBe('req-1')
  })

  test.each(['/', '//'])('takes a base address with %j at its end', async (tail) => {
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
    expect((await modelOf(`${provider.baseUrl}${tail}`).turn(request(opening))).text).toBe('ok')
  })

  test('sends no user and password of its address', async () => {
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
    await modelOf(provider.baseUrl.replace('//', '//user:word@')).turn(request(opening))
    expect(provider.lastHeaders().authorization).toBeUndefined()
  })

  test('sends back a lookup as a tool message whose content is exactly the stored text', async () => {
    provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
    const view = found('c1-7f3a', [item({ excerpt: 'a\u2028b  网关\n' })])
    await modelOf(provider.baseUrl).turn(request([...opening, assistant(null, lookup('p1', 'x')), tool('p1', view)]))
    expect(provider.lastBody().messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'p1', content: view })
  })

  describe('its key', () => {
    const key = 'sk-very-secret'
    const withKey = () => modelOf(provider.baseUrl, { apiKey: async () => ` ${key}\n` })

    test('goes into the header as a bearer token', async () => {
      provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
      await withKey().turn(request(opening))
      expect(provider.lastHeaders().authorization).toBe(`Bearer ${key}`)
    })

    test.each([null, '', ' '])('is not sent when it is %j', async (none) => {
      provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
      await modelOf(provider.baseUrl, { apiKey: async () => none }).turn(request(opening))
      expect(provider.lastHeaders().authorization).toBeUndefined()
    })

    test('is in no part of a fault, even when the server echoes it', async () => {
      for (const body of [
        { error: { message: `Incorrect API key provided: ${key}.`, code: `bad ${key}` } },
        { error: `no such key ${key}` },
      ]) {
        provider.behave({ kind: 'body', status: 401, type: 'application/json', body: JSON.stringify(body) })
        const fault = await faultOfTurn(withKey().turn(request(opening)))
        expect(fault.code).toBe('E_MODEL_BAD_RESPONSE')
        expect(fault.context.words).toContain('[key]')
        expect(`${fault.message} ${JSON.stringify(fault.context)} ${String(fault.cause)}`).not.toContain(key)
      }
    })

    test('that does not fit into a header is not sent and not quoted', async () => {
      const before = provider.requests()
      const fault = await faultOfTurn(
        modelOf(provider.baseUrl, { apiKey: async () => 'two\nlines' }).turn(request(opening)),
      )
      expect(fault.code).toBe('E_MODEL_BAD_RESPONSE')
      expect(`${fault.message} ${JSON.stringify(fault.context)} ${String(fault.cause)}`).not.toContain('lines')
      expect(provider.requests()).toBe(before)
    })

    test('that cannot be read leaves the model unavailable', async () => {
      const apiKey = () => Promise.reject(new Error('no secrets today'))
      const fault = await faultOfTurn(modelOf(provider.baseUrl, { apiKey }).turn(request(opening)))
      expect(fault).toMatchObject({ code: 'E_MODEL_UNAVAILABLE', context: { failure: 'key-not-read' } })
    })

    test('that is never read does not hold a turn up', async () => {
      const apiKey = () => new Promise<string>(() => {})
      const fault = await faultOfTurn(modelOf(provider.baseUrl, { apiKey, timeoutMs: 100 }).turn(request(opening)))
      expect(fault).toMatchObject({ code: 'E_MODEL_UNAVAILABLE', context: { failure: 'timeout' } })
    })
  })

  test.each([
    ['tool_calls', 'end'],
    ['stop', 'end'],
    ['length', 'length'],
    ['content_filter', 'refusal'],
    [null, 'end'],
    ['eos', 'end'],
  ])('reads the finish reason %s as %s', async (reason, stop) => {
    expect((await turnOf(choice({ content: 'x' }, reason))).stop).toBe(stop)
  })

  test('reads message.refusal as a refusal', async () => {
    expect(await turnOf(choice({ content: null, refusal: 'No.' }))).toEqual({
      text: 'No.',
      toolCalls: [],
      stop: 'refusal',
    })
  })

  test('takes arguments that are an object, or absent, as some local servers send them', async () => {
    const tool_calls = [
      { function: { name: 'lookup_knowledge', arguments: { query: 'x' } } },
      { function: { name: 'lookup_knowledge' } },
    ]
    expect((await turnOf(choice({ content: null, tool_calls }))).toolCalls).toEqual([
      { id: 'call-1', name: 'lookup_knowledge', arguments: '{"query":"x"}' },
      { id: 'call-2', name: 'lookup_knowledge', arguments: '{}' },
    ])
  })

  test('takes text in parts', async () => {
    const content = [
      { type: 'text', text: 'One ' },
      { type: 'text', text: 'two.' },
    ]
    expect((await turnOf(choice({ content }))).text).toBe('One two.')
  })

  test('passes over the older function_call', async () => {
    const answer = await turnOf(
      choice({ content: null, function_call: { name: 'x', arguments: '{}' } }, 'function_call'),
    )
    expect(answer).toEqual({ text: null, toolCalls: [], stop: 'end' })
  })

  test('takes "error": null beside an answer as no error', async () => {
    expect((await turnOf({ ...choice({ content: 'ok' }), error: null })).text).toBe('ok')
  })

  test.each([
    ['an error that says 200', { error: { message: 'Overloaded.', code: 429 } }, 'refused'],
    ['an error that says 200 beside an answer', { ...choice({ content: 'x' }), error: { message: 'x' } }, 'refused'],
    ['no choices', { choices: [] }, 'wrong-shape'],
    ['a choice without a message', { choices: [{}] }, 'wrong-shape'],
    ['a number for text', choice({ content: 5 }), 'wrong-shape'],
    ['a call without a name', choice({ tool_calls: [{ id: 'x', function: { arguments: '{}' } }] }), 'wrong-shape'],
  ])('refuses %s', async (_, body, failure) => {
    expect(await faultOfTurn(turnOf(body))).toMatchObject({ code: 'E_MODEL_BAD_RESPONSE', context: { failure } })
  })

  test('keeps what the provider said and its request id for the log', async () => {
    provider.behave({ kind: 'error', status: 429, code: 'rate_limit_exceeded' })
    expect((await faultOfTurn(modelOf(provider.baseUrl).turn(request(opening)))).context).toEqual({
      failure: 'refused',
      status: 429,
      code: 'rate_limit_exceeded',
      words: 'Words of the provider.',
      providerRequestId: 'theirs-1',
    })
  })

  test('reads at most 4 MiB, whatever that is packed in', async () => {
    const answerOf = (bytes: number) => JSON.stringify(choice({ content: 'x'.repeat(bytes) }))
    const limit = 4 * 1024 * 1024
    const packed = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(answerOf(limit)))
    })
    try {
      const fault = await faultOfTurn(modelOf(await listen(packed)).turn(request(opening)))
      expect(fault).toMatchObject({ code: 'E_MODEL_BAD_RESPONSE', context: { failure: 'too-large' } })
    } finally {
      packed.close()
    }
    provider.behave({ kind: 'body', status: 200, type: 'application/json', body: answerOf(limit - 1000) })
    expect((await modelOf(provider.baseUrl).turn(request(opening))).text).toHaveLength(limit - 1000)
  })

  test('follows no redirect: the key is for one address', async () => {
    const before = provider.requests()
    const moved = createServer((_, response) => {
      response.writeHead(307, { location: `${provider.baseUrl}/chat/completions` }).end()
    })
    try {
      const fault = await faultOfTurn(modelOf(await listen(moved)).turn(request(opening)))
      expect(fault).toMatchObject({ code: 'E_MODEL_BAD_RESPONSE', context: { status: 307 } })
      expect(provider.requests()).toBe(before)
    } finally {
      moved.close()
    }
  })

  test('refuses what does not speak HTTP', async () => {
    const other = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.end('SSH-2.0-OpenSSH_9.2\r\n')
    })
    try {
      expect(await faultOfTurn(modelOf(await listen(other)).turn(request(opening)))).toMatchObject({
        code: 'E_MODEL_BAD_RESPONSE',
        context: { failure: 'not-http' },
      })
    } finally {
      other.close()
    }
  })

  test('hangs up on a server that takes too long', async () => {
    let closed: () => void = () => {}
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    const silent = createServer((request) => request.socket.once('close', closed))
    try {
      await faultOfTurn(modelOf(await listen(silent), { timeoutMs: 100 }).turn(request(opening)))
      await hungUp
    } finally {
      silent.close()
    }
  })
})
