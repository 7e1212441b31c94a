// What is counted of how diagnoses end.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createPublish } from '../../../functions/publish/publish.ts'
import { fallbackCause } from '../../../lib/contract/turn.ts'
import { makeTable } from '../../lib/ledger/test-ledger.ts'
import { diagnosedRun, reviewOf } from './diagnosed-run.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

async function open() {
  const run = await diagnosedRun(endpoint, table)
  const publish = createPublish(run.ports)
  return { ...run, publish: (input: object) => publish({ run_id: run.runId, ...input }, run.taskCall) }
}
const report = (status: string) => ({ metric: 'Reports', value: 1, dimensions: { status } })

describe('a report', () => {
  test('counts once, however often it is asked for', async () => {
    const { publish, runs, access, measured, lines } = await open()
    await runs.putReview(access(), 1, reviewOf('SUPPORTED'))
    await publish({ outcome: 'PUBLISHED', draft_turn: 1 })
    await publish({ outcome: 'PUBLISHED', draft_turn: 1 })
    await publish({ outcome: 'FALLBACK', cause: 'TIMEOUT' })
    expect(measured).toEqual([report('PUBLISHED')])
    expect(lines).toMatchObject([{ code: 'REPORT_WRITTEN', fields: { status: 'PUBLISHED', fallback_cause: null } }])
  })

  test.each(fallbackCause.options)('that is a fallback counts with its cause %s', async (cause) => {
    const { publish, measured } = await open()
    await publish({ outcome: 'FALLBACK', cause })
    expect(measured).toEqual([report('FALLBACK'), { metric: 'Fallbacks', value: 1, dimensions: { cause } }])
  })
})
