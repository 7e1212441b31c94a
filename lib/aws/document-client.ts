// One way to a DynamoDB document client: our retries and limits, and our own fault for what still fails. This room is a
// base like `contract`: ledger and documents both stand on it.
import { type ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Fault } from '../contract/faults.ts'

/** Outcomes that a caller of a conditional write expects; everything else is trouble. */
const expected = new Set(['ConditionalCheckFailedException', 'TransactionCanceledException', 'ResourceInUseException'])

/** Told the capacity units of each request, by table. */
export type OnConsumed = (table: string, units: number) => void

/**
 * A document client. Throttling and transient errors are retried in adaptive mode (spec 03); what still fails is a
 * Fault `E_LEDGER_UNAVAILABLE`. Region and credentials come from the SDK's own environment variables.
 *
 * @param endpoint of an emulator; AWS's own without it, or when it is empty
 */
export function createDocumentClient(endpoint?: string, onConsumed?: OnConsumed): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 4,
    retryMode: 'adaptive',
    // Without the last one the SDK only logs that the time is over and waits on: one lost reply would use up a deadline.
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    ...(endpoint !== undefined && endpoint !== '' && { endpoint }),
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        const answer = await next(onConsumed === undefined ? args : { ...args, input: metered(args.input) })
        for (const [table, units] of consumedBy(answer.output)) onConsumed?.(table, units)
        return answer
      } catch (error) {
        if (error instanceof Error && expected.has(error.name)) throw error
        throw new Fault('E_LEDGER_UNAVAILABLE', { cause: error })
      }
    },
    { step: 'initialize', name: 'storageFault' },
  )
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** Asks DynamoDB to say what a request consumed. Every command that reads or writes items takes the field. */
function metered<I extends object>(input: I): I {
  return 'ReturnConsumedCapacity' in input ? input : { ...input, ReturnConsumedCapacity: 'TOTAL' }
}

/** By table: a batch says it once for each. */
function consumedBy(output: object): [table: string, units: number][] {
  const { ConsumedCapacity: consumed }: { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] } = output
  return [consumed ?? []]
    .flat()
    .flatMap(({ TableName: table, CapacityUnits: units }) =>
      table === undefined || units === undefined ? [] : [[table, units]],
    )
}

/** Bounds a request by a deadline (epoch milliseconds): `client.send(command, within(deadline))`. */
export function within(deadline: number): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(Math.max(1, deadline - Date.now())) }
}
