// The one place, beside the local stack, that reads the environment of the process.
import type { ParameterReader } from '../aws/parameter-store.ts'
import type { FunctionName } from '../contract/routes.ts'
import {
  environmentOf,
  parameterNames,
  parameterSettings,
  readEnvironment,
  type SettingName,
} from '../contract/settings.ts'
import type { InvocationContext, LambdaHandler } from './create-lambda.ts'
import { createRefreshedHandler } from './refreshed-handler.ts'
import { withSamCaller } from './sam-caller.ts'
import { createTelemetry } from './telemetry.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The handler that Lambda calls. On Lambda it is made while the function starts, so that a configuration that is not valid
 * stops the function there; a function that reads parameters starts to read them then, and its first call waits for them.
 * Elsewhere nothing happens before the first call, so that a module can be imported for `create`, and parameters are not read.
 * @param createReader of a function that reads parameters: the client that it brings is in no other function's bundle
 */
export function startWith(
  service: FunctionName,
  create: (environment: Environment) => LambdaHandler,
  { names }: { readonly names: readonly SettingName[] },
  createReader?: () => ParameterReader,
): LambdaHandler {
  const onLambda = process.env.AWS_LAMBDA_RUNTIME_API !== undefined
  const underSam = process.env.AWS_SAM_LOCAL === 'true'
  let handler = onLambda ? start(service, create, parameterNames(names), createReader) : undefined
  return (event, context) => {
    handler ??= create(process.env)
    return handler(underSam ? withSamCaller(event) : event, traced(context))
  }
}

function start(
  service: FunctionName,
  create: (environment: Environment) => LambdaHandler,
  names: readonly SettingName[],
  createReader: (() => ParameterReader) | undefined,
): LambdaHandler {
  const environment = { ...process.env }
  const { SETTINGS_PATH: path, SETTINGS_MAX_AGE_SECONDS: maxAge } = readEnvironment(
    environmentOf(...parameterSettings),
    environment,
  )
  if (path === undefined || names.length === 0) return create(environment)
  if (createReader === undefined) throw new Error(`${service} reads parameters and was given no way to`)
  return createRefreshedHandler({
    create,
    names,
    environment,
    read: createReader(),
    path,
    maxAgeMs: maxAge * 1000,
    now: Date.now,
    telemetry: createTelemetry(service, environment),
  })
}

/** Lambda says in the environment, call by call, which trace a call belongs to. */
function traced(context: InvocationContext): InvocationContext {
  return {
    awsRequestId: context.awsRequestId,
    getRemainingTimeInMillis: () => context.getRemainingTimeInMillis(),
    traceHeader: process.env._X_AMZN_TRACE_ID,
    clientContext: context.clientContext,
  }
}
