import { type SearchRequest, searchRequest } from '../../lib/contract/knowledge-api.ts'
import type { HttpTransport } from '../../lib/knowledge/http-transport.ts'
import type { RecordedAnswer } from './fixture.ts'

export type Replay = {
  readonly transport: HttpTransport
  /** What was asked, in order; there may be more of them than there are answers. */
  readonly asked: readonly SearchRequest[]
}

/**
 * Stands where the network would: answers the n-th request with the n-th recorded answer, whatever is asked. Whether it was the
 * recorded question is for the caller to compare. Without an answer left it gives one that is no HTTP, which nobody tries again.
 */
export function createReplay(responses: readonly RecordedAnswer[]): Replay {
  const asked: SearchRequest[] = []
  return {
    asked,
    transport: {
      send: async ({ body }) => {
        const response = responses[asked.length]
        asked.push(searchRequest.parse(JSON.parse(Buffer.concat(body ?? []).toString('utf8'))))
        if (response === undefined) return { kind: 'unreadable', reason: 'not-http' }
        const { serviceRequestId } = response
        return {
          kind: 'reply',
          status: 200,
          headers: serviceRequestId === null ? {} : { 'x-request-id': serviceRequestId },
          body: Buffer.from(JSON.stringify(response.body)),
        }
      },
      close: () => undefined,
    },
  }
}
