import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { describeApi } from './describe.ts'
import { apiDocumentEnvironment } from './env.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const body = describeApi()
  return createLambda({
    telemetry: createTelemetry('api-document', environment),
    operations: { describeApi: async () => ({ status: 200, body }) },
  })
}

export const handler = startWith('api-document', create, apiDocumentEnvironment)
