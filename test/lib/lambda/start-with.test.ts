// Spec 08, "Configuration of the functions": an invalid value stops the function while it starts.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startWith } from '../../../lib/lambda/start-with.ts'
import { lambdaContext } from './events.ts'

afterEach(() => vi.unstubAllEnvs())

const broken = (): never => {
  throw new Error('Configuration is not valid: RETURN_N must be a positive integer')
}

describe('on Lambda', () => {
  test('a configuration that is not valid stops the start', () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    expect(() => startWith(broken)).toThrow('RETURN_N')
  })

  test('a handler is made once, at the start', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
    const create = vi.fn(() => async () => 'answer')
    const handler = startWith(create)
    expect(create).toHaveBeenCalledTimes(1)
    expect(await handler({}, lambdaContext())).toBe('answer')
    expect(create).toHaveBeenCalledTimes(1)
  })
})

test('elsewhere nothing happens before the first call, so that a module can be imported for its create', async () => {
  const create = vi.fn(() => async () => 'answer')
  const handler = startWith(create)
  expect(create).not.toHaveBeenCalled()
  await handler({}, lambdaContext())
  await handler({}, lambdaContext())
  expect(create).toHaveBeenCalledTimes(1)
})
