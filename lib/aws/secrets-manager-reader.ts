/** Gives the text of the secret of that name. */
export type SecretReader = (name: string) => Promise<string>

/** Reads secrets from AWS Secrets Manager. The SDK is loaded by the first read: a function without a credential never pays for it. */
export function createSecretsManagerReader(): SecretReader {
  let client: Promise<SecretReader> | null = null
  return async (name) => {
    client ??= connect()
    return (await client)(name)
  }
}

async function connect(): Promise<SecretReader> {
  const { createSecretsClient, readSecret } = await import('./read-secret.ts')
  const client = createSecretsClient()
  return (name) => readSecret(client, name)
}
