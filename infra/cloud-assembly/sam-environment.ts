// What `sam local` needs to run the synthesized template on services of this machine. SAM resolves no reference to a table or a
// queue, and it sets no variable that the template does not declare: a stage with `samLocal` declares what only it needs.

import { localTables } from '../local/stack.ts'
import { executionsPath } from '../local/workflow-route.ts'
import type { BundledFunction } from './read-functions.ts'

export type LocalServices = {
  /** As a container of SAM's reaches them. */
  readonly dynamoDb: string
  readonly pyRag: string
  /** Of `npm start`, whose interpreter runs diagnoses. */
  readonly stack: string
}

/** By logical id: what `--env-vars` takes (AWS SAM Developer Guide, "Environment variable file"). */
export type SamEnvironment = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Values for the declared variables that mean something else, or nothing, on this machine; the others keep what the template says.
 * @throws Error when a function that needs a variable does not declare it
 */
export function samEnvironment(
  functions: readonly Pick<BundledFunction, 'logicalId' | 'environment'>[],
  services: LocalServices,
): SamEnvironment {
  const values: Readonly<Record<string, string>> = {
    ...localTables,
    AWS_ENDPOINT_URL_DYNAMODB: services.dynamoDb,
    PYRAG_BASE_URL: services.pyRag,
    DIAGNOSIS_WORKFLOW: `${services.stack}${executionsPath}`,
    // In the container, and gone with it.
    ORIGINALS_URL: 'file:///tmp/originals',
    INGEST_QUEUE_URL: 'file:///tmp/ingest-queue',
    // Empty means unset: no parameter store and no secret is asked.
    SETTINGS_PATH: '',
    PYRAG_CREDENTIAL_SECRET: '',
  }
  return Object.fromEntries(
    functions.map(({ logicalId, environment }) => {
      const usesTables = Object.keys(localTables).some((name) => name in environment)
      if (usesTables && !('AWS_ENDPOINT_URL_DYNAMODB' in environment)) {
        throw new Error(
          'The template was synthesized without -c samLocal=true, so SAM would ignore the local addresses.',
        )
      }
      return [logicalId, Object.fromEntries(Object.entries(values).filter(([name]) => name in environment))]
    }),
  )
}
