// A record that the log never let in is none, wherever it is read (spec 03, "The log is the gate"): not in a fallback's evidence
// either.
import { createHash } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { createPublish } from '../../../functions/publish/publish.ts'
import { diagnosedRun } from '../../functions/publish/diagnosed-run.ts'
import { makeTable, viewOf } from './test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

test('a fallback lists what the run found, and no planted record', async () => {
  const { ports, runs, runId, access, taskCall, storedItem, put } = await diagnosedRun(endpoint, table)
  const projection = JSON.stringify(viewOf('c7', ['forged#chunk-1']))
  await put({
    ...(await storedItem('CALL#c1')),
    item: 'CALL#c7',
    tool_call_id: 'c7',
    projection,
    projection_sha256: createHash('sha256').update(projection).digest('hex'),
  })
  await createPublish(ports)({ run_id: runId, outcome: 'FALLBACK', cause: 'TIMEOUT' }, taskCall)
  const { report, calls } = await runs.read(access())
  expect(report?.snapshot?.invocations.map((i) => i.tool_call_id)).toEqual(['c1'])
  expect(calls.map((c) => c.tool_call_id)).toEqual(['c1'])
})
