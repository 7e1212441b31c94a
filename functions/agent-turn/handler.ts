import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { createSecretsManagerReader } from '../../lib/aws/secrets-manager-reader.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { openModel } from '../../lib/diagnosis/models/open-model.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openCitedReader, openDiagnosisLedger } from '../../lib/ledger/open-ledger.ts'
import { agentTurnEnvironment } from './env.ts'
import { createTurn } from './turn.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(agentTurnEnvironment, environment)
  const telemetry = createTelemetry('agent-turn', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const ports = {
    runs: openDiagnosisLedger(env, client),
    ledger: openCitedReader(env, client),
    // The key itself is for local use: deployed, only the name of its secret is configured.
    model: openModel(
      { ...env, OPENAI_API_KEY: environment.OPENAI_API_KEY },
      { now: Date.now, readSecret: createSecretsManagerReader() },
    ),
    now: Date.now,
    telemetry,
  }
  const limits = { maxTurns: env.RUN_MAX_TURNS, maxRepairs: env.RUN_MAX_REPAIRS }
  return createLambda({ telemetry, tasks: { turn: createTurn(ports, limits) } })
}

export const handler = startWith('agent-turn', create, agentTurnEnvironment)
