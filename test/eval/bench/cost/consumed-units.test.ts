import { describe, expect, test } from 'vitest'
import { consumedUnits, isBilled, operationOf } from '../../../../eval/bench/cost/consumed-units.ts'

const consumed = (units: number) => ({ ConsumedCapacity: { TableName: 't', CapacityUnits: units } })
const failed = (name: string) => ({ __type: `com.amazonaws.dynamodb.v20120810#${name}` })

describe('the units of a request', () => {
  test.each(['GetItem', 'Query', 'Scan'])('%s reads', (operation) => {
    expect(consumedUnits(operation, 200, consumed(1.5))).toEqual({ read: 1.5, write: 0, refused: false })
  })

  test.each(['PutItem', 'UpdateItem', 'DeleteItem'])('%s writes', (operation) => {
    expect(consumedUnits(operation, 200, consumed(3))).toEqual({ read: 0, write: 3, refused: false })
  })

  test('of a batch are those of all its tables', () => {
    const body = { ConsumedCapacity: [{ CapacityUnits: 2 }, { CapacityUnits: 0.5 }] }
    expect(consumedUnits('BatchGetItem', 200, body).read).toBe(2.5)
  })

  test('of a write whose condition failed are at least 1', () => {
    const body = failed('ConditionalCheckFailedException')
    expect(consumedUnits('UpdateItem', 400, body)).toEqual({ read: 0, write: 1, refused: true })
  })

  test('of any other failure are none', () => {
    expect(consumedUnits('PutItem', 400, failed('ValidationException'))).toEqual({ read: 0, write: 0, refused: false })
    expect(consumedUnits('GetItem', 400, failed('ConditionalCheckFailedException')).write).toBe(0)
  })

  test('are asked for: an answer without them is not taken for a free one', () => {
    expect(() => consumedUnits('GetItem', 200, { Item: {} })).toThrow('GetItem')
  })

  test('of what touches no item are none', () => {
    expect(isBilled('DescribeTable')).toBe(false)
    expect(consumedUnits('DescribeTable', 200, {})).toEqual({ read: 0, write: 0, refused: false })
  })
})

test('an operation is the end of its target', () => {
  expect(operationOf('DynamoDB_20120810.BatchGetItem')).toBe('BatchGetItem')
})
