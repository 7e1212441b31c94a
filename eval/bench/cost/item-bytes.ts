import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** What DynamoDB adds to an item when it bills storage (Developer Guide, "DynamoDB item sizes and formats": 100 bytes). */
export const storageOverhead = 100

/** Size of an item as DynamoDB counts it for capacity units, in bytes (the same page). */
export function itemBytes(item: Readonly<Record<string, AttributeValue>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0)
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return numberBytes(value.N)
  if (value.B !== undefined) return value.B.length
  if (value.SS !== undefined) return sum(value.SS.map((text) => Buffer.byteLength(text)))
  if (value.NS !== undefined) return sum(value.NS.map(numberBytes))
  if (value.BS !== undefined) return sum(value.BS.map((bytes) => bytes.length))
  // 3 bytes for the list or map itself, 1 for each thing in it.
  if (value.L !== undefined) return 3 + sum(value.L.map((child) => 1 + valueBytes(child)))
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemBytes(value.M)
  return 1
}

/** "Approximately": 1 byte for two significant digits, and 1. */
const numberBytes = (text: string) => Math.ceil(text.replace(/^-|\.|e.*$/gi, '').replace(/^0+|0+$/g, '').length / 2) + 1

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
