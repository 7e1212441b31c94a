// Parameters of AWS Systems Manager. The SDK is loaded by the first read: a function without parameters never pays for it.
import type { SSMClient } from '@aws-sdk/client-ssm'

/**
 * All parameters directly under `path`, by their name less the path.
 * @param withinMs what all of it may take
 * @throws Error that names the path, never a value
 */
export type ParameterReader = (path: string, withinMs: number) => Promise<ReadonlyMap<string, string>>

/** What the service gives at once, at most. */
const pageSize = 10
/** Far beyond what the table of settings has; a path with more is not ours. */
const maxPages = 20

export function createParameterReader(): ParameterReader {
  let client: Promise<SSMClient> | null = null
  return async (path, withinMs) => {
    try {
      client ??= connect()
      return await readAll(await client, path, AbortSignal.timeout(withinMs))
    } catch (cause) {
      const why = cause instanceof Error ? cause.name : typeof cause
      throw new Error(`The parameters under ${path} could not be read: ${why}`, { cause })
    }
  }
}

async function connect(): Promise<SSMClient> {
  const { SSMClient } = await import('@aws-sdk/client-ssm')
  return new SSMClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  })
}

async function readAll(client: SSMClient, path: string, abortSignal: AbortSignal): Promise<Map<string, string>> {
  const { GetParametersByPathCommand } = await import('@aws-sdk/client-ssm')
  const found = new Map<string, string>()
  let next: string | undefined
  for (let pages = 0; pages < maxPages; pages += 1) {
    const command = new GetParametersByPathCommand({
      Path: path,
      WithDecryption: true,
      MaxResults: pageSize,
      ...(next !== undefined && { NextToken: next }),
    })
    const { Parameters = [], NextToken } = await client.send(command, { abortSignal })
    for (const { Name, Value } of Parameters) {
      if (Name?.startsWith(`${path}/`) && Value !== undefined) found.set(Name.slice(path.length + 1), Value)
    }
    if (NextToken === undefined || NextToken === '') return found
    next = NextToken
  }
  throw new Error(`more than ${maxPages} pages`)
}
