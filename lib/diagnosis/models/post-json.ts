// One POST of JSON with a bound on the answer's bytes. No redirects: they would carry the key elsewhere.
import { Fault } from '../../contract/faults.ts'

/** Bytes of an answer, at most, after decompression. */
const maxBytes = 4 * 1024 * 1024

export type JsonReply = { readonly status: number; readonly requestId: string | null; readonly body: Uint8Array }

/** @throws Fault `E_MODEL_UNAVAILABLE` when the connection fails or breaks, `E_MODEL_BAD_RESPONSE` for no HTTP or too much of it */
export async function postJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<JsonReply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      body: await readBounded(response),
    }
  } catch (error) {
    throw error instanceof Fault ? error : connectionFault(error)
  }
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new Fault('E_MODEL_BAD_RESPONSE', { context: { failure: 'too-large' } })
    parts.push(part)
  }
  return Buffer.concat(parts, bytes)
}

function connectionFault(error: unknown): Fault {
  const cause = error instanceof Error ? error.cause : undefined
  // Its error quotes what came, so it is no cause.
  if (cause instanceof Error && cause.name === 'HTTPParserError')
    return new Fault('E_MODEL_BAD_RESPONSE', { context: { failure: 'not-http' } })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
  return new Fault('E_MODEL_UNAVAILABLE', { cause: error, context: { failure: 'connection-failed', code } })
}
