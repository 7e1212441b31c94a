import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openCitedReader, openDiagnosisLedger } from '../../lib/ledger/open-ledger.ts'
import { publishEnvironment } from './env.ts'
import { createPublish } from './publish.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(publishEnvironment, environment)
  const telemetry = createTelemetry('publish', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const runs = openDiagnosisLedger(env, client)
  const ledger = openCitedReader(env, client)
  return createLambda({
    telemetry,
    tasks: { publish: createPublish({ ledger, runs, now: Date.now, telemetry }) },
  })
}

export const handler = startWith('publish', create, publishEnvironment)
