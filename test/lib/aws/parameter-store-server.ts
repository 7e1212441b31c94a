// Systems Manager's parameters on loopback, in its own wire format (JSON 1.1): ten a page, only what lies directly under a path.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { readonly target: unknown; readonly body: Readonly<Record<string, unknown>> }

/** @param parameters by their whole name; may be changed later by `set` */
export async function startParameterStore(parameters: Readonly<Record<string, string>>) {
  const requests: Asked[] = []
  let kept = parameters
  let trouble: RequestListener | null = null
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    requests.push({ target: request.headers['x-amz-target'], body })
    if (trouble !== null) return trouble(request, response)
    const under = Object.entries(kept).filter(([name]) => name.replace(/\/[^/]*$/, '') === body.Path)
    const from = Number(body.NextToken ?? 0)
    const page = under.slice(from, from + body.MaxResults)
    const more = from + page.length < under.length
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(
      JSON.stringify({
        Parameters: page.map(([Name, Value]) => ({ Name, Value, Type: 'String', Version: 1 })),
        ...(more && { NextToken: String(from + page.length) }),
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set: (next: Readonly<Record<string, string>>) => {
      kept = next
    },
    /** What the store does instead of answering; null: it answers again. */
    behave: (next: RequestListener | null) => {
      trouble = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Systems Manager's way to say no. */
export const refuseWith =
  (type: string, status = 400): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify({ __type: type, message: 'no' }))
  }
