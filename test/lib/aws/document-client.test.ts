// Spec 03: throttling and transient errors are retried inside the deadline; what still fails is E_LEDGER_UNAVAILABLE.
import type { RequestListener } from 'node:http'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, test } from 'vitest'
import { createDocumentClient, within } from '../../../lib/aws/document-client.ts'
import { faults } from '../../../lib/contract/faults.ts'
import { answerWith, refusal, startFailingDatabase } from './failing-database.ts'

let database: Awaited<ReturnType<typeof startFailingDatabase>> | undefined
afterEach(async () => {
  await database?.stop()
  database = undefined
})

const read = new GetCommand({ TableName: 't', Key: { run_id: 'r', item: 'RUN' } })
const reset: RequestListener = (request) => request.socket.destroy()
const hang: RequestListener = () => {}

/** What a read comes to against a database that answers its requests one by one, the last answer for all others. */
async function readFrom(answers: readonly RequestListener[], limitMs: number) {
  const queue = [...answers]
  const last = answers.at(-1) ?? hang
  database = await startFailingDatabase((request, response) => (queue.shift() ?? last)(request, response))
  const started = Date.now()
  const outcome: unknown = await createDocumentClient(database.endpoint)
    .send(read, within(started + limitMs))
    .catch((error: unknown) => error)
  return { outcome, ms: Date.now() - started, requests: database.requests() }
}

const unavailable = {
  name: 'E_LEDGER_UNAVAILABLE',
  code: 'E_LEDGER_UNAVAILABLE',
  status: 503,
  retryable: true,
  message: faults.E_LEDGER_UNAVAILABLE.message,
}

describe('trouble that lasts is E_LEDGER_UNAVAILABLE, by the deadline', () => {
  test.each<[string, RequestListener]>([
    ['throttling', refusal(400, 'ProvisionedThroughputExceededException')],
    ['throttled requests', refusal(400, 'ThrottlingException')],
    ['an error of the service', refusal(500, 'InternalServerError')],
    ['a connection that breaks', reset],
    ['no answer at all', hang],
    ['a table that is not there', refusal(400, 'ResourceNotFoundException')],
    ['no permission', refusal(400, 'AccessDeniedException')],
    [
      'a page of a proxy',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<html>')
      },
    ],
  ])('%s', async (_, answer) => {
    const { outcome, ms } = await readFrom([answer], 400)
    expect(outcome).toMatchObject(unavailable)
    // The SDK's own retries would take seconds.
    expect(ms).toBeLessThan(400 + 1000)
  })

  test('nobody listening', async () => {
    database = await startFailingDatabase(hang)
    const { endpoint } = database
    await database.stop()
    await expect(createDocumentClient(endpoint).send(read, within(Date.now() + 500))).rejects.toMatchObject(unavailable)
  })

  test('a deadline that has passed', async () => {
    const { outcome, ms } = await readFrom([hang], -1000)
    expect(outcome).toMatchObject(unavailable)
    expect(ms).toBeLessThan(1000)
  })
})

test('what the database said is the cause, and not in the message', async () => {
  const { outcome } = await readFrom([refusal(400, 'AccessDeniedException')], 2000)
  expect(outcome).toMatchObject({
    message: faults.E_LEDGER_UNAVAILABLE.message,
    cause: { name: 'AccessDeniedException' },
  })
})

describe('trouble that passes is retried', () => {
  test.each<[string, RequestListener]>([
    ['throttling', refusal(400, 'ProvisionedThroughputExceededException')],
    ['an error of the service', refusal(500, 'InternalServerError')],
    ['a connection that breaks', reset],
  ])('%s', async (_, trouble) => {
    const { outcome, requests } = await readFrom([trouble, answerWith({ Item: { n: { N: '1' } } })], 8000)
    expect(outcome).toMatchObject({ Item: { n: 1 } })
    expect(requests).toBe(2)
  })

  test('an answer that never comes is asked for again within the same deadline', async () => {
    const { outcome, requests } = await readFrom([hang, answerWith({ Item: { n: { N: '1' } } })], 8000)
    expect(outcome).toMatchObject({ Item: { n: 1 } })
    expect(requests).toBe(2)
  })
})

test('retries are adaptive (spec 03): who is throttled often asks less often', async () => {
  const { config } = createDocumentClient('http://127.0.0.1:9')
  expect(await config.retryStrategy()).toMatchObject({ mode: 'adaptive' })
})

test('a condition that does not hold is no trouble: it comes as it is, and at once', async () => {
  const { outcome, requests } = await readFrom([refusal(400, 'ConditionalCheckFailedException')], 2000)
  expect(outcome).toBeInstanceOf(ConditionalCheckFailedException)
  expect(requests).toBe(1)
})

describe('consumed capacity', () => {
  const consumed = (table: string, units: number) => ({ TableName: table, CapacityUnits: units })
  type Client = ReturnType<typeof createDocumentClient>
  /** What a client with a listener, or without, asked for and told. */
  async function told(answer: object, send: (client: Client) => Promise<unknown>, { listening = true } = {}) {
    let asked = ''
    database = await startFailingDatabase((request, response) => {
      request.on('data', (part) => {
        asked += part
      })
      request.on('end', () => answerWith(answer)(request, response))
    })
    const units: [string, number][] = []
    const listener = (table: string, n: number) => units.push([table, n])
    await send(createDocumentClient(database.endpoint, ...(listening ? [listener] : [])))
    return { units, asked: JSON.parse(asked) }
  }
  const reads = (client: Client) => client.send(read)

  test('is asked for and told with each request, by table', async () => {
    const { units, asked } = await told({ ConsumedCapacity: consumed('t', 1.5) }, reads)
    expect(asked).toMatchObject({ TableName: 't', ReturnConsumedCapacity: 'TOTAL' })
    expect(units).toEqual([['t', 1.5]])
  })

  test('of a batch is told table by table', async () => {
    const batch = new BatchGetCommand({ RequestItems: { t: { Keys: [{ run_id: 'r' }] } } })
    const answer = { Responses: {}, ConsumedCapacity: [consumed('t', 1), consumed('u', 2)] }
    expect((await told(answer, (client) => client.send(batch))).units).toEqual([
      ['t', 1],
      ['u', 2],
    ])
  })

  test.each([{}, { ConsumedCapacity: { TableName: 't' } }])(
    'that the database does not say is not told: %j',
    async (answer) => {
      expect((await told(answer, reads)).units).toEqual([])
    },
  )

  test('is asked for as the request asks itself', async () => {
    const own = new GetCommand({ TableName: 't', Key: { run_id: 'r' }, ReturnConsumedCapacity: 'INDEXES' })
    expect((await told({}, (client) => client.send(own))).asked).toMatchObject({ ReturnConsumedCapacity: 'INDEXES' })
  })

  test('is not asked for when nobody listens', async () => {
    expect((await told({}, reads, { listening: false })).asked).not.toHaveProperty('ReturnConsumedCapacity')
  })
})

test('an empty endpoint is none: a template for sam local declares one that SAM may leave unset', () => {
  expect(createDocumentClient('').config.endpoint).toBe(createDocumentClient().config.endpoint)
  expect(createDocumentClient('http://127.0.0.1:9').config.endpoint).toBeDefined()
})
