import type { LambdaHandler } from './create-lambda.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The handler that Lambda calls. On Lambda it is made while the function starts, so that a configuration that is not valid
 * stops the function there; elsewhere nothing happens before the first call, so that a module can be imported for `create`.
 */
export function startWith(create: (environment: Environment) => LambdaHandler): LambdaHandler {
  let handler = process.env.AWS_LAMBDA_RUNTIME_API === undefined ? undefined : create(process.env)
  return (event, context) => {
    handler ??= create(process.env)
    return handler(event, context)
  }
}
