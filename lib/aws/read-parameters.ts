// Loaded by the first read of parameters (parameter-store.ts). A file of its own, so that a bundler leaves out what of the SDK
// it does not name.
import { GetParametersByPathCommand, SSMClient } from '@aws-sdk/client-ssm'

/** What the service gives at once, at most. */
const pageSize = 10
/** Far beyond what the table of settings has; a path with more is not ours. */
const maxPages = 20

export function createSsmClient(): SSMClient {
  return new SSMClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  })
}

/** All parameters directly under `path`, page by page, by their name less the path. */
export async function readParameters(
  client: SSMClient,
  path: string,
  abortSignal: AbortSignal,
): Promise<Map<string, string>> {
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
