// What one request to DynamoDB is billed, from its answer: reads and writes apart, which a total over both would hide.
import * as z from 'zod'

export type Consumed = { readonly read: number; readonly write: number; readonly refused: boolean }

const reads = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])
const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'])

/** Whether requests of this kind touch items: they alone take `ReturnConsumedCapacity`, and they alone are billed. */
export const isBilled = (operation: string): boolean => reads.has(operation) || writes.has(operation)

/** `DynamoDB_20120810.GetItem` -> `GetItem`. */
export const operationOf = (target: string): string => target.slice(target.lastIndexOf('.') + 1)

const capacity = z.object({ CapacityUnits: z.number() })
const answer = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional() })
const failure = z.object({ __type: z.string() })

/**
 * A write whose condition fails is billed as well (DynamoDB Developer Guide, "Read and write operations"), by the size of the
 * item that is there; its answer does not say how much, so it counts as the least, 1.
 * @throws Error when a billed request succeeds and its answer does not say its units
 */
export function consumedUnits(operation: string, status: number, body: unknown): Consumed {
  if (!isBilled(operation)) return { read: 0, write: 0, refused: false }
  if (status !== 200) {
    const { data } = failure.safeParse(body)
    const refused = writes.has(operation) && (data?.__type.endsWith('ConditionalCheckFailedException') ?? false)
    return { read: 0, write: refused ? 1 : 0, refused }
  }
  const { ConsumedCapacity: consumed } = answer.parse(body)
  if (consumed === undefined) throw new Error(`${operation} was answered without its units`)
  const units = [consumed].flat().reduce((sum, each) => sum + each.CapacityUnits, 0)
  return reads.has(operation) ? { read: units, write: 0, refused: false } : { read: 0, write: units, refused: false }
}
