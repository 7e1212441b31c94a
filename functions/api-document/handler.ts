import { once } from '../../lib/contract/once.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { cameByToken } from '../../lib/lambda/identity.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { describeApi } from './describe.ts'
import { apiDocumentEnvironment } from './env.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const [signed, token] = [once(() => describeApi('sigv4')), once(() => describeApi('token'))]
  return createLambda({
    telemetry: createTelemetry('api-document', environment),
    operations: {
      // An API has one authorizer, and whoever reads this has passed it.
      describeApi: async ({ owner }) => ({ status: 200, body: cameByToken(owner) ? token() : signed() }),
    },
  })
}

export const handler = startWith('api-document', create, apiDocumentEnvironment)
