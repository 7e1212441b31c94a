import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openLedgerReader } from '../../lib/ledger/open-ledger.ts'
import { runReaderEnvironment } from './env.ts'
import { createRead } from './read.ts'
import { createReport } from './report.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(runReaderEnvironment, environment)
  const ledger = openLedgerReader(env, createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB))
  const ports = { ledger, now: Date.now }
  return createLambda({
    telemetry: createTelemetry('run-reader'),
    operations: { readRun: createRead(ports), readReport: createReport(ports) },
  })
}

export const handler = startWith(create)
