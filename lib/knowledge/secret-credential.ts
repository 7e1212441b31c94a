import { Fault } from '../contract/faults.ts'

/** Gives the text of the secret of that name. */
export type SecretReader = (name: string) => Promise<string>

const fiveMinutes = 300_000

/**
 * The bearer token that a secret holds, as plain text; white space around it is not part of it. Kept in memory for `ttlMs` (5
 * minutes by default), read by one request at a time, never logged. `now` is in epoch ms.
 * @throws Fault `E_KNOWLEDGE_UNAVAILABLE` from the function it gives: without its credential the service can't be called.
 */
export function createSecretCredential(options: {
  readonly read: SecretReader
  readonly name: string
  readonly now: () => number
  readonly ttlMs?: number
}): () => Promise<string> {
  const { read, name, now, ttlMs = fiveMinutes } = options
  let kept: { readonly token: string; readonly until: number } | null = null
  let reading: Promise<string> | null = null

  const readToken = async () => {
    const token = (await readSecret(read, name)).trim()
    // What does not fit into a header is no token; node would refuse it later, with a less clear error.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new Fault('E_KNOWLEDGE_UNAVAILABLE', { context: { failure: 'credential-not-a-token', secret: name } })
    }
    kept = { token, until: now() + ttlMs }
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

async function readSecret(read: SecretReader, name: string): Promise<string> {
  try {
    return await read(name)
  } catch (cause) {
    throw new Fault('E_KNOWLEDGE_UNAVAILABLE', { cause, context: { failure: 'credential-not-read', secret: name } })
  }
}
