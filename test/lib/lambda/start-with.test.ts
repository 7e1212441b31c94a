// Spec 08, "Configuration of the functions": an invalid value stops the function while it starts.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createParameterReader } from '../../../lib/aws/parameter-store.ts'
import { environmentOf } from '../../../lib/contract/settings.ts'
import { startWith } from '../../../lib/lambda/start-with.ts'
import { startParameterStore } from '../aws/parameter-store-server.ts'
import { lambdaContext } from './events.ts'

afterEach(() => vi.unstubAllEnvs())

const path = '/evidence-chain/prod'
const schema = environmentOf('PYRAG_BASE_URL', 'RETURN_N', 'SETTINGS_PATH', 'SETTINGS_MAX_AGE_SECONDS')
const withoutParameters = environmentOf('LEDGER_TABLE')

const broken = (): never => {
  throw new Error('Configuration is not valid: RETURN_N must be a positive integer')
}

describe('on Lambda', () => {
  test('a configuration that is not valid stops the start', () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    expect(() => startWith('search-tool', broken, schema)).toThrow('RETURN_N')
  })

  test('a handler is made once, at the start', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    const create = vi.fn(() => async () => 'answer')
    const handler = startWith('search-tool', create, schema)
    expect(create).toHaveBeenCalledTimes(1)
    expect(await handler({}, lambdaContext())).toBe('answer')
    expect(create).toHaveBeenCalledTimes(1)
  })

  test.each([['evidence-chain'], ['/evidence chain'], ['/x/'], ['/']])('%j is no path of parameters', (given) => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    vi.stubEnv('SETTINGS_PATH', given)
    expect(() => startWith('search-tool', () => async () => 'answer', schema)).toThrow('SETTINGS_PATH')
  })

  test('hands on what the invoker says beside the event', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    const handler = startWith('search-tool', () => async (_, context) => context.clientContext, schema)
    const clientContext = { custom: { bedrockAgentCoreToolName: 't___lookup_knowledge' } }
    expect(await handler({}, { ...lambdaContext(), clientContext })).toBe(clientContext)
  })

  test('an invocation gets the trace that it belongs to, as Lambda says it call by call', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    const handler = startWith('search-tool', () => async (_, context) => context.traceHeader, schema)
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1;Sampled=0')
    expect(await handler({}, lambdaContext())).toBe('Root=1;Sampled=0')
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=2;Sampled=0')
    expect(await handler({}, lambdaContext())).toBe('Root=2;Sampled=0')
  })
})

describe('on Lambda, with a path of parameters', () => {
  test('the parameters win over the environment, and the reading starts at once', async () => {
    const store = await startParameterStore({ [`${path}/RETURN_N`]: '7' })
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    vi.stubEnv('AWS_ENDPOINT_URL_SSM', store.endpoint)
    vi.stubEnv('SETTINGS_PATH', path)
    vi.stubEnv('RETURN_N', '3')
    vi.stubEnv('LEDGER_TABLE', 'ledger')
    const handler = startWith(
      'search-tool',
      (env) => async () => [env.RETURN_N, env.LEDGER_TABLE],
      schema,
      createParameterReader,
    )
    await expect.poll(() => store.requests.length, { timeout: 20_000 }).toBe(1)
    expect(await handler({}, lambdaContext())).toEqual(['7', 'ledger'])
    expect(store.requests).toHaveLength(1)
    await store.stop()
  })

  test('they are read again after SETTINGS_MAX_AGE_SECONDS', async () => {
    const store = await startParameterStore({ [`${path}/RETURN_N`]: '7' })
    let time = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => time)
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    vi.stubEnv('AWS_ENDPOINT_URL_SSM', store.endpoint)
    vi.stubEnv('SETTINGS_PATH', path)
    vi.stubEnv('SETTINGS_MAX_AGE_SECONDS', '60')
    const handler = startWith('search-tool', (env) => async () => env.RETURN_N, schema, createParameterReader)
    await handler({}, lambdaContext())
    store.set({ [`${path}/RETURN_N`]: '8' })
    time += 59_999
    expect(await handler({}, lambdaContext())).toBe('7')
    time += 1
    expect(await handler({}, lambdaContext())).toBe('8')
    clock.mockRestore()
    await store.stop()
  })

  test('a function without a setting that may be a parameter reads none', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    vi.stubEnv('AWS_ENDPOINT_URL_SSM', 'http://127.0.0.1:1')
    vi.stubEnv('SETTINGS_PATH', path)
    const create = vi.fn(() => async () => 'answer')
    const handler = startWith('evidence-guard', create, withoutParameters)
    expect(create).toHaveBeenCalledTimes(1)
    expect(await handler({}, lambdaContext())).toBe('answer')
  })
})

describe('an HTTP event that names nobody', () => {
  const anonymous = { version: '2.0', requestContext: { http: { method: 'GET', path: '/' } } }
  const named = { ...anonymous, requestContext: { ...anonymous.requestContext, authorizer: { iam: {} } } }
  const seen = (event: unknown) =>
    startWith('evidence-guard', () => async (e) => e, withoutParameters)(event, lambdaContext())

  test('names nobody on Lambda', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    expect(await seen(anonymous)).toEqual(anonymous)
  })

  test("is the developer's under sam local, which runs no authorizer", async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    vi.stubEnv('AWS_SAM_LOCAL', 'true')
    expect(await seen(anonymous)).toMatchObject({ requestContext: { authorizer: { lambda: { principal: 'local' } } } })
    expect(await seen(named)).toEqual(named)
    expect(await seen({ caller: 'a' })).toEqual({ caller: 'a' })
  })
})

test('a function that is given a path of parameters and no way to read them does not start', () => {
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
  vi.stubEnv('SETTINGS_PATH', path)
  expect(() => startWith('search-tool', () => async () => 'answer', schema)).toThrow('search-tool reads parameters')
})

test('elsewhere nothing happens before the first call, so that a module can be imported for its create', async () => {
  vi.stubEnv('SETTINGS_PATH', path)
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', 'http://127.0.0.1:1')
  const create = vi.fn(() => async () => 'answer')
  const handler = startWith('search-tool', create, schema)
  expect(create).not.toHaveBeenCalled()
  await handler({}, lambdaContext())
  await handler({}, lambdaContext())
  expect(create).toHaveBeenCalledTimes(1)
})
