import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { createSecretsManagerReader } from '../../lib/aws/secrets-manager-reader.ts'
import { type Environment, readEnvironment } from '../../lib/contract/settings.ts'
import type { ModelPort } from '../../lib/diagnosis/model-port.ts'
import { openModel } from '../../lib/diagnosis/models/open-model.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openCitedReader, openDiagnosisLedger } from '../../lib/ledger/open-ledger.ts'
import { semanticGuardEnvironment } from './env.ts'
import { createJudge } from './judge.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(semanticGuardEnvironment, environment)
  const telemetry = createTelemetry('semantic-guard', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const runs = openDiagnosisLedger(env, client)
  const ledger = openCitedReader(env, client)
  return createLambda({
    telemetry,
    tasks: {
      judge: createJudge({ ledger, runs, now: Date.now, model: judgeOf(env, environment.OPENAI_API_KEY), telemetry }),
    },
  })
}

/**
 * The judge is the model that diagnoses; extracting sentences is no judging.
 * @throws Error that names SEMANTIC_JUDGE when there is no model to judge: a judge that was asked for is never off without a word
 */
function judgeOf(env: Environment<typeof semanticGuardEnvironment>, key: string | undefined): ModelPort | null {
  if (env.SEMANTIC_JUDGE === 'off') return null
  if (env.DIAGNOSIS_MODEL === 'extractive') {
    throw new Error(
      'Configuration is not valid: SEMANTIC_JUDGE=model needs a model, and DIAGNOSIS_MODEL=extractive is none',
    )
  }
  return openModel({ ...env, OPENAI_API_KEY: key }, { now: Date.now, readSecret: createSecretsManagerReader() })
}

export const handler = startWith('semantic-guard', create, semanticGuardEnvironment)
