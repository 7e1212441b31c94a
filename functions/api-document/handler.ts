import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { describeApi } from './describe.ts'

export function create(): LambdaHandler {
  const body = describeApi()
  return createLambda({
    telemetry: createTelemetry('api-document'),
    operations: { describeApi: async () => ({ status: 200, body }) },
  })
}

export const handler = startWith(create)
