// Parameters of AWS Systems Manager. The SDK is loaded by the first read: a function without parameters never pays for it.

/**
 * All parameters directly under `path`, by their name less the path.
 * @param withinMs what all of it may take
 * @throws Error that names the path, never a value
 */
export type ParameterReader = (path: string, withinMs: number) => Promise<ReadonlyMap<string, string>>

export function createParameterReader(): ParameterReader {
  let opened: Promise<Read> | null = null
  return async (path, withinMs) => {
    try {
      opened ??= open()
      const read = await opened
      return await read(path, AbortSignal.timeout(withinMs))
    } catch (cause) {
      const why = cause instanceof Error ? cause.name : typeof cause
      throw new Error(`The parameters under ${path} could not be read: ${why}`, { cause })
    }
  }
}

type Read = (path: string, abortSignal: AbortSignal) => Promise<ReadonlyMap<string, string>>

async function open(): Promise<Read> {
  const { createSsmClient, readParameters } = await import('./read-parameters.ts')
  const client = createSsmClient()
  return (path, abortSignal) => readParameters(client, path, abortSignal)
}
