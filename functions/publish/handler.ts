import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openDiagnosisLedger, openLedgerReader } from '../../lib/ledger/open-ledger.ts'
import { publishEnvironment } from './env.ts'
import { createPublish } from './publish.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(publishEnvironment, environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB)
  const runs = openDiagnosisLedger(env, client)
  const ledger = openLedgerReader(env, client)
  return createLambda({
    telemetry: createTelemetry('publish'),
    tasks: { publish: createPublish({ ledger, runs, now: Date.now }) },
  })
}

export const handler = startWith(create)
