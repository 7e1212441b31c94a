// Lambda's part, locally: makes each function once from its environment and runs it on events, with a clock that runs down.
import { randomUUID } from 'node:crypto'
import { catalog } from '../../functions/catalog.ts'
import type { FunctionName } from '../../lib/contract/routes.ts'
import type { SettingName } from '../../lib/contract/settings.ts'
import type { LambdaHandler } from '../../lib/lambda/create-lambda.ts'

/** Runs a function on an event, as Lambda would. */
export type Invoke = (name: FunctionName, event: unknown) => Promise<unknown>

/** Variables that the SDK and the telemetry, not a function, read: each function may need them. */
const platformNames = ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_REGION', 'AWS_LAMBDA_FUNCTION_NAME']

/** Deployed, the key lies in a secret; here it may be given as it is, to the functions that would read that secret. */
const localKey = 'OPENAI_API_KEY'

/**
 * @param environment of the whole stack; each function gets only what its row names
 * @throws Error that names the variable when a function's configuration is not valid
 */
export async function startFunctions(environment: Readonly<Record<string, string | undefined>>): Promise<Invoke> {
  const handlers = new Map<FunctionName, LambdaHandler>()
  for (const [name, row] of Object.entries(catalog) as [FunctionName, (typeof catalog)[FunctionName]][]) {
    const { create } = await row.load()
    handlers.set(name, create(only(environment, row.environment)))
  }
  return async (name, event) => {
    const end = Date.now() + catalog[name].timeoutSeconds * 1000
    const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => end - Date.now() }
    const handler = handlers.get(name)
    if (handler === undefined) throw new Error(`no function ${name}`)
    return handler(event, context)
  }
}

function only(environment: Readonly<Record<string, string | undefined>>, names: readonly SettingName[]) {
  const keys = names.includes('OPENAI_API_KEY_SECRET') ? [localKey] : []
  return Object.fromEntries([...names, ...platformNames, ...keys].map((name) => [name, environment[name]]))
}
