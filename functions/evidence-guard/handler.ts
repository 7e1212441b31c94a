import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openCitedReader, openDraftReader } from '../../lib/ledger/open-ledger.ts'
import { createCheck } from './check.ts'
import { createCheckStored } from './check-stored.ts'
import { evidenceGuardEnvironment } from './env.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(evidenceGuardEnvironment, environment)
  const telemetry = createTelemetry('evidence-guard', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const ports = {
    ledger: openCitedReader(env, client),
    runs: openDraftReader(env, client),
    now: Date.now,
    telemetry,
  }
  return createLambda({
    telemetry,
    operations: {
      checkEvidence: createCheck(ports, { requireQuotes: env.GUARD_REQUIRE_QUOTES }),
    },
    tasks: { checkStored: createCheckStored(ports) },
  })
}

export const handler = startWith('evidence-guard', create, evidenceGuardEnvironment)
