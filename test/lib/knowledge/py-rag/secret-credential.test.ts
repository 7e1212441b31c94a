import { describe, expect, it } from 'vitest'
import { createSecretCredential } from '../../../../lib/knowledge/py-rag/secret-credential.ts'
import { everythingIn, faultOf } from '../fault-of.ts'

function setUp(read: () => Promise<string>) {
  const state = { time: 1_000_000, reads: [] as string[] }
  const credential = createSecretCredential({
    name: 'py-rag/token',
    now: () => state.time,
    read: (name) => {
      state.reads.push(name)
      return read()
    },
  })
  return { state, credential }
}

it('reads the secret of that name once in five minutes', async () => {
  const { state, credential } = setUp(async () => 'token-1')
  expect(await credential()).toBe('token-1')
  state.time += 299_999
  expect(await credential()).toBe('token-1')
  expect(state.reads).toEqual(['py-rag/token'])
  state.time += 1
  await credential()
  expect(state.reads).toHaveLength(2)
})

it('makes one request for callers that come at the same time', async () => {
  const { state, credential } = setUp(async () => 'token-1')
  expect(await Promise.all([credential(), credential(), credential()])).toEqual(['token-1', 'token-1', 'token-1'])
  expect(state.reads).toHaveLength(1)
})

it('leaves off the white space around a token', async () => {
  expect(await setUp(async () => ' token-1\n').credential()).toBe('token-1')
})

describe('what can be no credential', () => {
  it.each(['', ' \n', 'two words', 'line\nline', 'naïve'])('is refused without showing it (%j)', async (secret) => {
    const fault = await faultOf(setUp(async () => secret).credential())
    expect(fault.code).toBe('E_KNOWLEDGE_UNAVAILABLE')
    if (secret.trim() !== '') expect(everythingIn(fault)).not.toContain(secret)
  })

  it('is a secret that was not read: the service is unavailable, with the cause for the log', async () => {
    const cause = new Error('AccessDenied')
    const fault = await faultOf(setUp(() => Promise.reject(cause)).credential())
    expect(fault).toMatchObject({
      code: 'E_KNOWLEDGE_UNAVAILABLE',
      cause,
      message: expect.not.stringContaining('Access'),
    })
  })

  it('is not kept: the next call asks again', async () => {
    let up = false
    const { credential } = setUp(async () => {
      if (!up) throw new Error('down')
      return 'token-2'
    })
    await faultOf(credential())
    up = true
    expect(await credential()).toBe('token-2')
  })
})
