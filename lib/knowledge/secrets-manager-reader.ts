import type { SecretReader } from './secret-credential.ts'

/** Reads secrets from AWS Secrets Manager. The SDK is loaded by the first read: a function without a credential never pays for it. */
export function createSecretsManagerReader(): SecretReader {
  let client: Promise<SecretReader> | null = null
  return async (name) => {
    client ??= connect()
    return (await client)(name)
  }
}

async function connect(): Promise<SecretReader> {
  const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager')
  const client = new SecretsManagerClient({ requestHandler: { connectionTimeout: 2000, requestTimeout: 3000 } })
  return async (name) => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }))
    if (SecretString === undefined) throw new Error('the secret holds no text')
    return SecretString
  }
}
