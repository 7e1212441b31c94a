// The proxy against the embedded emulator, on a sequence whose units follow from DynamoDB's rules: 1 KB a write unit, 4 KB a
// strongly consistent read unit, half for an eventually consistent one, and a write of its own for each index.
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTally } from '../../../../eval/bench/cost/counts.ts'
import { startDynamoProxy } from '../../../../eval/bench/cost/start-dynamo-proxy.ts'
import { createTable } from '../../../../infra/local/create-table.ts'
import { startDatabase } from '../../../../infra/local/database.ts'
import { createDocumentClient } from '../../../../lib/aws/document-client.ts'

const TableName = 'things'
const key = { id: 'a' }
const tally = createTally()
const stops: (() => unknown)[] = []
let client: DynamoDBDocumentClient

beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' })
  const database = await startDatabase()
  stops.push(database.stop)
  const proxy = await startDynamoProxy(database.endpoint, tally)
  stops.push(proxy.close)
  client = createDocumentClient(proxy.url)
  stops.push(() => client.destroy())
  await createTable(client, TableName, { partitionKey: 'id', indexes: [] })
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

test('to make a table and to ask for it is not counted', () => {
  expect(tally.take()).toEqual({})
})

test('a write of 2.5 KB is 3 write units and no read unit', async () => {
  await client.send(new PutCommand({ TableName, Item: { ...key, text: 'x'.repeat(2500) } }))
  expect(tally.take()).toEqual({ dynamoRequests: 1, readUnits: 0, writeUnits: 3 })
})

test('reading it is 1 read unit when strongly consistent, half a one when not', async () => {
  await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }))
  expect(tally.take()).toEqual({ dynamoRequests: 1, readUnits: 1, writeUnits: 0 })
  await client.send(new GetCommand({ TableName, Key: key }))
  expect(tally.take()).toEqual({ dynamoRequests: 1, readUnits: 0.5, writeUnits: 0 })
})

test('a batch counts each item, also one that is not there', async () => {
  const Keys = [key, { id: 'nowhere' }]
  await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }))
  expect(tally.take()).toEqual({ dynamoRequests: 1, readUnits: 2, writeUnits: 0 })
})

test('a write that its condition refuses is a request and a write unit', async () => {
  const refused = client.send(
    new UpdateCommand({
      TableName,
      Key: { id: 'new' },
      UpdateExpression: 'SET n = :one',
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  )
  await expect(refused).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
  expect(tally.take()).toEqual({ dynamoRequests: 1, readUnits: 0, writeUnits: 1, refusedWrites: 1 })
})

test('a request that asks for no units is counted all the same', async () => {
  const reply = await client.send(new GetCommand({ TableName, Key: key, ReturnConsumedCapacity: 'NONE' }))
  expect(reply.Item).toMatchObject(key)
  expect(tally.take()).toMatchObject({ readUnits: 0.5 })
})
