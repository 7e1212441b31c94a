import { randomUUID } from 'node:crypto'
import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { openWorkflow } from '../../lib/diagnosis/open-workflow.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openDiagnosisLedger } from '../../lib/ledger/open-ledger.ts'
import { diagnosisStartEnvironment } from './env.ts'
import { createStart } from './start.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(diagnosisStartEnvironment, environment)
  const telemetry = createTelemetry('diagnosis-start', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  return createLambda({
    telemetry,
    operations: {
      startRun: createStart(
        { runs: openDiagnosisLedger(env, client), workflow: openWorkflow(env.DIAGNOSIS_WORKFLOW), newId: randomUUID },
        { lifeSeconds: env.DIAGNOSIS_TIMEOUT_SECONDS },
      ),
    },
  })
}

export const handler = startWith('diagnosis-start', create, diagnosisStartEnvironment)
