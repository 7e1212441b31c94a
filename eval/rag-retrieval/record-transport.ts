import * as z from 'zod'
import { type SearchRequest, searchRequest } from '../../lib/contract/knowledge-api.ts'
import type { HttpTransport } from '../../lib/knowledge/http-transport.ts'

export type Recording = {
  readonly transport: HttpTransport
  /** Each question that was answered, with its answer, in order. */
  readonly exchanges: readonly {
    readonly request: SearchRequest
    readonly serviceRequestId: string | null
    readonly latencyMs: number
    readonly body: z.infer<ReturnType<typeof z.json>>
  }[]
}

/** A transport that keeps what goes through it. */
export function createRecording(transport: HttpTransport): Recording {
  const exchanges: Recording['exchanges'][number][] = []
  return {
    exchanges,
    transport: {
      ...transport,
      send: async (exchange) => {
        const started = performance.now()
        const outcome = await transport.send(exchange)
        const latencyMs = Math.round((performance.now() - started) * 10) / 10
        if (outcome.kind !== 'reply' || outcome.status !== 200) return outcome
        const id = outcome.headers['x-request-id']
        exchanges.push({
          request: searchRequest.parse(JSON.parse(Buffer.concat(exchange.body ?? []).toString('utf8'))),
          serviceRequestId: typeof id === 'string' ? id : null,
          latencyMs,
          body: z.json().parse(JSON.parse(Buffer.from(outcome.body).toString('utf8'))),
        })
        return outcome
      },
    },
  }
}
