import type { Signer } from './sign-request.ts'

export type Answer = { readonly status: number; readonly text: string; readonly contentType: string }

export type ApiClient = {
  readonly get: (path: string) => Promise<Answer>
  readonly post: (path: string, body: unknown) => Promise<Answer>
  readonly upload: (path: string, form: FormData) => Promise<Answer>
  readonly remove: (path: string) => Promise<Answer>
}

const requestTimeoutMs = 35_000

/** The API at `baseUrl` (no slash at its end). Any status is an answer; only a connection that fails is an error. */
export function createApiClient(baseUrl: string, sign: Signer): ApiClient {
  const send = async (method: string, path: string, type?: string, body?: Uint8Array): Promise<Answer> => {
    const url = new URL(`${baseUrl}${path}`)
    const headers = await sign({ method, url, headers: type === undefined ? {} : { 'content-type': type }, body })
    const reply = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
      ...(body !== undefined && { body: Buffer.from(body) }),
    })
    return { status: reply.status, text: await reply.text(), contentType: reply.headers.get('content-type') ?? '' }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, 'application/json', Buffer.from(JSON.stringify(body))),
    upload: async (path, form) => {
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      return send('POST', path, type, new Uint8Array(await encoded.arrayBuffer()))
    },
    remove: (path) => send('DELETE', path),
  }
}
