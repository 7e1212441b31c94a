import { afterEach, describe, expect, it, vi } from 'vitest'

describe('the reader over Secrets Manager', () => {
  afterEach(() => {
    vi.doUnmock('@aws-sdk/client-secrets-manager')
    vi.resetModules()
  })

  it('loads the SDK with the first read only, and asks for the secret by name', async () => {
    const loaded: string[] = []
    const asked: unknown[] = []
    vi.doMock('@aws-sdk/client-secrets-manager', () => {
      loaded.push('sdk')
      return {
        GetSecretValueCommand: class {
          readonly input: { SecretId: string }
          constructor(input: { SecretId: string }) {
            this.input = input
          }
        },
        SecretsManagerClient: class {
          async send({ input }: { input: { SecretId: string } }) {
            asked.push(input.SecretId)
            return input.SecretId === 'binary' ? {} : { SecretString: 'token-3' }
          }
        },
      }
    })
    const { createSecretsManagerReader } = await import('../../../lib/aws/secrets-manager-reader.ts')
    const read = createSecretsManagerReader()
    expect(loaded).toEqual([])
    expect(await read('py-rag/token')).toBe('token-3')
    await expect(read('binary')).rejects.toThrow('no text')
    expect(asked).toEqual(['py-rag/token', 'binary'])
    expect(loaded).toEqual(['sdk'])
  })
})
