import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { createWithdrawals } from '../../../lib/documents/withdrawals.ts'

const table = 'documents'
const client = createDocumentClient('http://127.0.0.1:1')
const dynamo = mockClient(DynamoDBDocumentClient)
const { withdrawnAmong } = createWithdrawals({ client, table })
const soon = () => Date.now() + 2000
const mark = (id: string) => ({ pk: `ID#${id}`, withdrawn_at: 1 })
const unprocessed = (...ids: string[]) => ({ [table]: { Keys: ids.map((id) => ({ pk: `ID#${id}` })) } })

describe('the withdrawal check', () => {
  beforeEach(() => dynamo.reset())

  it('is one strongly consistent read for the hits of a search', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { [table]: [mark('b')] } })
    expect(await withdrawnAmong(['a', 'b', 'a'], soon())).toEqual(new Set(['b']))
    expect(dynamo.commandCalls(BatchGetCommand).map((call) => call.args[0].input)).toMatchObject([
      { RequestItems: { [table]: { Keys: [{ pk: 'ID#a' }, { pk: 'ID#b' }], ConsistentRead: true } } },
    ])
  })

  it('asks again for what was left unprocessed', async () => {
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { [table]: [mark('a')] }, UnprocessedKeys: unprocessed('b') })
      .resolvesOnce({ UnprocessedKeys: unprocessed('b') })
      .resolvesOnce({ Responses: { [table]: [mark('b')] } })
    expect(await withdrawnAmong(['a', 'b'], soon())).toEqual(new Set(['a', 'b']))
  })

  it('fails when something stays unread: it is not shown unchecked', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { [table]: [] }, UnprocessedKeys: unprocessed('b') })
    await expect(withdrawnAmong(['a', 'b'], soon())).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
  })

  it('fails when its time is up', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { [table]: [] } })
    await expect(withdrawnAmong(['a'], Date.now() - 1)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
  })

  it('fails for a mark that it cannot read', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { [table]: [{ pk: 'ID#a', withdrawn_at: 'yesterday' }] } })
    await expect(withdrawnAmong(['a'], soon())).rejects.toThrow()
  })

  it('fails when the table cannot be reached', async () => {
    dynamo.restore()
    const real = createWithdrawals({ client: createDocumentClient('http://127.0.0.1:1'), table })
    await expect(real.withdrawnAmong(['a'], Date.now() + 300)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
  })
})
