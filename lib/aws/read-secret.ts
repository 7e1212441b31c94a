// Loaded by the first read of a secret (secrets-manager-reader.ts). A file of its own, so that a bundler leaves out what of the SDK it
// does not name.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

export function createSecretsClient(): SecretsManagerClient {
  return new SecretsManagerClient({ requestHandler: { connectionTimeout: 2000, requestTimeout: 3000 } })
}

/** @throws Error of the service, or for a secret that holds no text */
export async function readSecret(client: SecretsManagerClient, name: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }))
  if (SecretString === undefined) throw new Error('the secret holds no text')
  return SecretString
}
