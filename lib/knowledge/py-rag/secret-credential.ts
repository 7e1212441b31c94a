import type { SecretReader } from '../../aws/secrets-manager-reader.ts'
import { Fault } from '../../contract/faults.ts'

/** How long a token is kept, in ms: five minutes. */
const keptMs = 300_000

/**
 * The bearer token that a secret holds, as plain text; white space around it is not part of it. Kept in memory for five
 * minutes, read by one request at a time, never logged. `now` is in epoch ms.
 * @throws Fault `E_KNOWLEDGE_UNAVAILABLE` from the function it gives: without its credential the service can't be called.
 */
export function createSecretCredential(options: {
  readonly read: SecretReader
  readonly name: string
  readonly now: () => number
}): () => Promise<string> {
  const { read, name, now } = options
  let kept: { readonly token: string; readonly until: number } | null = null
  let reading: Promise<string> | null = null

  const readToken = async () => {
    const token = (await secretText(read, name)).trim()
    // What does not fit into a header is no token; node would refuse it later, with a less clear error.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new Fault('E_KNOWLEDGE_UNAVAILABLE', { context: { failure: 'credential-not-a-token', secret: name } })
    }
    kept = { token, until: now() + keptMs }
    return token
  }

  return async () => {
    if (kept !== null && now() < kept.until) return kept.token
    reading ??= readToken().finally(() => {
      reading = null
    })
    return reading
  }
}

async function secretText(read: SecretReader, name: string): Promise<string> {
  try {
    return await read(name)
  } catch (cause) {
    throw new Fault('E_KNOWLEDGE_UNAVAILABLE', { cause, context: { failure: 'credential-not-read', secret: name } })
  }
}
