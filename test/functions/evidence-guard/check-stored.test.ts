// The guard as the diagnosis workflow asks it: by the turn of a stored draft, for verdict and count only.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createCheckStored } from '../../../functions/evidence-guard/check-stored.ts'
import { makeTable } from '../../lib/ledger/test-ledger.ts'
import { diagnosedRun } from '../publish/diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

async function check(overAnalysis = {}, input = {}) {
  const run = await diagnosedRun(endpoint, table, overAnalysis)
  return createCheckStored(run.ports)({ run_id: run.runId, draft_turn: 1, ...input }, run.taskCall)
}

describe('a stored draft', () => {
  test('whose citations hold passes, and neither draft nor evidence comes back', async () => {
    expect(await check()).toEqual({ verdict: 'PASS', violations_total: 0 })
  })

  test('whose citation does not hold is rejected, with the count of its violations', async () => {
    expect(await check({ tool_call_ids: ['c9'] })).toEqual({ verdict: 'REJECT', violations_total: 1 })
  })

  test('needs quotes, unless it is said that it does not', async () => {
    expect(await check({ quotes: [] })).toEqual({ verdict: 'REJECT', violations_total: 1 })
    expect(await check({ quotes: [] }, { require_quotes: false })).toEqual({ verdict: 'PASS', violations_total: 0 })
  })

  test('that is not there is rejected: nothing is no draft', async () => {
    expect(await check({}, { draft_turn: 7 })).toMatchObject({ verdict: 'REJECT' })
  })

  test("of another caller's run is forbidden, and of a run that is not there not found", async () => {
    const run = await diagnosedRun(endpoint, table)
    const ask = (over: object, run_id = run.runId, draft_turn = 1) =>
      createCheckStored(run.ports)({ run_id, draft_turn }, { ...run.taskCall, ...over })
    await expect(ask({ owner: 'bob' })).rejects.toMatchObject({ name: 'E_RUN_FORBIDDEN' })
    await expect(ask({ owner: 'bob' }, run.runId, 7)).rejects.toMatchObject({ name: 'E_RUN_FORBIDDEN' })
    await expect(ask({}, 'no-such-run')).rejects.toMatchObject({ name: 'E_NOT_FOUND' })
  })

  test.each([{ draft_turn: 0 }, { draft_turn: 'one' }, { draft: {} }])('refuses %j by name', async (input) => {
    await expect(check({}, input)).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })
})
