import type { LoopbackServer } from '../../loopback-server.ts'
import { consumedUnits, isBilled, operationOf } from './consumed-units.ts'
import type { Tally } from './counts.ts'
import { startProxy } from './start-proxy.ts'

/**
 * Stands in front of a DynamoDB emulator and counts requests, read units and write units, also of requests that did not ask
 * for them. @param endpoint of the emulator, which must not check signatures: bodies are changed on the way
 */
export function startDynamoProxy(endpoint: string, { add }: Pick<Tally, 'add'>): Promise<LoopbackServer> {
  return startProxy({
    target: endpoint,
    rewrite: (body, headers) => {
      if (!isBilled(operationOf(String(headers['x-amz-target'])))) return body
      return Buffer.from(JSON.stringify({ ...JSON.parse(body.toString('utf8')), ReturnConsumedCapacity: 'TOTAL' }))
    },
    onExchange: ({ headers, status, body }) => {
      const operation = operationOf(String(headers['x-amz-target']))
      if (!isBilled(operation)) return
      const { read, write, refused } = consumedUnits(operation, status, JSON.parse(body.toString('utf8')))
      add('dynamoRequests')
      add('readUnits', read)
      add('writeUnits', write)
      if (refused) add('refusedWrites')
    },
  })
}
