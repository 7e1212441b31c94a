import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openLedgerReader } from '../../lib/ledger/open-ledger.ts'
import { runReaderEnvironment } from './env.ts'
import { createRead } from './read.ts'
import { createReport } from './report.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(runReaderEnvironment, environment)
  const telemetry = createTelemetry('run-reader', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const ports = { ledger: openLedgerReader(env, client) }
  return createLambda({
    telemetry,
    operations: { readRun: createRead(ports), readReport: createReport(ports) },
  })
}

export const handler = startWith('run-reader', create, runReaderEnvironment)
