// Spec 03: nothing is shown to the agent that was not stored, and what the storage refuses is E_LEDGER_UNAVAILABLE.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { refusal, startFailingDatabase } from '../aws/failing-database.ts'
import { found, makeTable, openTestLedger } from './test-ledger.ts'

const [embedded] = inject('databases')
const endpoint = embedded?.endpoint ?? ''

let throttled: Awaited<ReturnType<typeof startFailingDatabase>>
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
  throttled = await startFailingDatabase(refusal(400, 'ProvisionedThroughputExceededException'))
})
afterAll(() => throttled.stop())

const unavailable = { code: 'E_LEDGER_UNAVAILABLE', status: 503 }

describe('a database that throttles everything', () => {
  const broken = () => openTestLedger(endpoint, table, { client: createDocumentClient(throttled.endpoint) }).ledger
  const soon = () => ({ runId: 'r1', owner: 'alice', deadline: Date.now() + 400 })

  test('lets no call in: nothing is searched', async () => {
    let searched = false
    const work = broken().record(
      { ...soon(), toolCallId: 'c1', tool: 'lookup_knowledge', argsDigest: 'x', origin: 'searched' },
      async () => {
        searched = true
        return found('c1', [])
      },
    )
    await expect(work).rejects.toMatchObject(unavailable)
    expect(searched).toBe(false)
  })

  test('is no empty ledger to the guard or to a reader', async () => {
    await expect(broken().readCited(soon(), ['c1'])).rejects.toMatchObject(unavailable)
    await expect(broken().readRun(soon())).rejects.toMatchObject(unavailable)
  })
})

test.each([
  ['put', 'PutItemCommand'],
  ['fill', 'UpdateItemCommand'],
])('a call whose %s fails shows nothing; the same call again is answered and counted once', async (_, command) => {
  const { call, commands } = openTestLedger(endpoint, table)
  await call('c0', found('c0', ['d#chunk-0']))
  const refused = call('c1', async () => {
    commands.refuse(command)
    return found('c1', ['d#chunk-1'])
  })
  await expect(refused).rejects.toThrow('refused')
  commands.heal()
  const { harness } = await call('c1', found('c1', ['d#chunk-2']))
  expect(harness).toMatchObject({ tool_calls_used: 2, gain: true, new_evidence_count: 1 })
})
