// Events as AWS sends them, with only the fields that matter to a test changed.
import type { RouteName } from '../../../lib/contract/routes.ts'
import { routeKeyOf, routes } from '../../../lib/contract/routes.ts'

type Fields = Readonly<Record<string, unknown>>

export const iamOf = (userArn: string, accountId = '123456789012') => ({
  iam: { accessKey: 'AKIA', accountId, callerId: 'AROA:session', userArn, userId: 'AROA:session' },
})

/** An HTTP API event in payload format 2.0, from `alice` unless said otherwise. */
export function httpEvent(
  route: RouteName,
  { body, headers = {}, authorizer = { lambda: { principal: 'alice' } }, ...over }: Fields = {},
): unknown {
  const { method, path } = routes[route]
  return {
    version: '2.0',
    routeKey: routeKeyOf(routes[route]),
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', ...(headers as Fields) },
    pathParameters: { run_id: 'r1' },
    requestContext: { accountId: '1', authorizer, http: { method, path }, requestId: 'JKJaXmPLvHcESHA=' },
    isBase64Encoded: false,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...over,
  }
}

export const lambdaContext = (remainingMs = 20_000) => ({
  awsRequestId: 'aws-request-1',
  getRemainingTimeInMillis: () => remainingMs,
})

export type Reply = { statusCode: number; headers: Record<string, string>; body: string }

/** The reply of a handler to an HTTP event, its body read. */
export async function replyOf(answer: Promise<unknown>): Promise<Reply & { json: ReturnType<typeof JSON.parse> }> {
  const reply = (await answer) as Reply
  return { ...reply, json: JSON.parse(reply.body) }
}

/** What a handler throws, as Lambda would hand it to a caller. */
export async function thrownBy(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    (value) => new Error(`nothing was thrown: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  return outcome instanceof Error ? outcome : new Error(`not an Error: ${String(outcome)}`)
}
