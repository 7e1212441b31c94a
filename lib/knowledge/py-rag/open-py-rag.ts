import { createSecretsManagerReader } from '../../aws/secrets-manager-reader.ts'
import type { Environment, EnvironmentSchema } from '../../contract/settings.ts'
import type { ServiceAttempt } from '../send-attempt.ts'
import { createPyRagClient, type PyRagClient } from './py-rag-client.ts'
import { createSecretCredential } from './secret-credential.ts'

/** The settings that a function needs to call py-rag. */
export const pyRagSettings = [
  'PYRAG_BASE_URL',
  'PYRAG_CREDENTIAL_SECRET',
  'PYRAG_CONNECT_TIMEOUT_MS',
  'PYRAG_SEARCH_TIMEOUT_MS',
  'PYRAG_INGEST_TIMEOUT_MS',
  'PYRAG_DEFAULT_TIMEOUT_MS',
] as const

type PyRagSettings = Environment<EnvironmentSchema<(typeof pyRagSettings)[number]>>

/**
 * A client as configured; without a secret's name it sends no credential.
 * @throws Error that names the address when it is not set
 */
export function openPyRag(settings: PyRagSettings, onAttempt: (attempt: ServiceAttempt) => void): PyRagClient {
  const { PYRAG_BASE_URL: baseUrl, PYRAG_CREDENTIAL_SECRET: secret } = settings
  if (baseUrl === undefined) throw new Error('Configuration is not valid: PYRAG_BASE_URL is not set')
  return createPyRagClient({
    baseUrl,
    limits: {
      connectMs: settings.PYRAG_CONNECT_TIMEOUT_MS,
      searchMs: settings.PYRAG_SEARCH_TIMEOUT_MS,
      ingestMs: settings.PYRAG_INGEST_TIMEOUT_MS,
      defaultMs: settings.PYRAG_DEFAULT_TIMEOUT_MS,
    },
    credential:
      secret === undefined
        ? async () => null
        : createSecretCredential({ read: createSecretsManagerReader(), name: secret, now: Date.now }),
    now: Date.now,
    onAttempt,
  })
}
