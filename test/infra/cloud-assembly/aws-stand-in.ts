// The AWS services that the bundles call beside DynamoDB, as far as they call them: their JSON protocol on loopback, so that
// the SDK in the bundles is the real one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

export type AwsStandIn = {
  /** The variables by which the SDK finds it. */
  readonly environment: Readonly<Record<string, string>>
  /** Operations that were asked for, in order. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

export type AwsStandInOptions = {
  /** Of the parameter store, by full name. */
  readonly parameters: () => ReadonlyMap<string, string>
  readonly secret: string
  readonly startExecution: (stateMachineArn: string, input: string) => void
}

const byPath = z.object({ Path: z.string(), MaxResults: z.number(), NextToken: z.string().optional() })
const execution = z.object({ stateMachineArn: z.string(), input: z.string() })

export async function startAwsStandIn(options: AwsStandInOptions): Promise<AwsStandIn> {
  const operations: Readonly<Record<string, (input: unknown) => unknown>> = {
    'AmazonSSM.GetParametersByPath': (input) => {
      const { Path, MaxResults, NextToken = '0' } = byPath.parse(input)
      const found = [...options.parameters()].filter(([name]) => name.startsWith(`${Path}/`))
      const end = Number(NextToken) + MaxResults
      return {
        Parameters: found.slice(Number(NextToken), end).map(([Name, Value]) => ({ Name, Value, Type: 'String' })),
        ...(end < found.length && { NextToken: String(end) }),
      }
    },
    'secretsmanager.GetSecretValue': () => ({ SecretString: options.secret }),
    'AWSStepFunctions.StartExecution': (input) => {
      const { stateMachineArn, input: text } = execution.parse(input)
      options.startExecution(stateMachineArn, text)
      return { executionArn: `${stateMachineArn}:1`, startDate: Date.now() / 1000 }
    },
  }
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const target = String(request.headers['x-amz-target'])
    asked.push(target)
    const operation = operations[target]
    const answer = operation?.(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    response
      .writeHead(operation === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(answer ?? { __type: 'UnknownOperationException' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: { AWS_ENDPOINT_URL_SSM: url, AWS_ENDPOINT_URL_SECRETS_MANAGER: url, AWS_ENDPOINT_URL_SFN: url },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
