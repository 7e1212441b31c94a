import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A database on loopback that fails in a way of its own. */
export async function startFailingDatabase(answer: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests: () => requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** DynamoDB's way to say no. */
export const refusal =
  (status: number, type: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'at 10.0.0.7:8000' }))
  }

export const answerWith =
  (body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(body))
  }
