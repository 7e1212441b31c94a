// Spec 06, "Everything is replayable": what a guard said of a draft does not change because time has passed.
import { describe, expect, test } from 'vitest'
import { verifyAsOf } from '../../../lib/verification/verify-as-of.ts'
import { found, item, ledger, normal, now, usualRecords } from '../guard/builders.ts'

const access = { runId: 'r1', owner: 'alice', deadline: now }
const draft = {
  analysis: [normal({ quotes: [{ document_id: 'd#chunk-1', text: 'Excerpt of d#chunk-1.' }] })],
  conclusion: null,
  action_plan: [],
  limitations: ['One runbook was read.'],
}

const verify = (records: typeof usualRecords, at: number, goneIds: readonly string[] = [], of: unknown = draft) =>
  verifyAsOf({ ledger: { readCited: async () => ledger(records) } }, access, of, at, new Set(goneIds))

describe('a draft as of a time', () => {
  test('passes when its records were there then, though they have expired since', async () => {
    expect(await verify(usualRecords, now)).toMatchObject({ verdict: 'PASS', violations: [] })
  })

  test('is rejected when its records had expired then', async () => {
    const expired = [found('c1', [item('d#chunk-1')], { expires_at: now / 1000 })]
    expect(await verify(expired, now)).toMatchObject({
      violations: [{ code: 'TOOL_CALL_EXPIRED', tool_call_id: 'c1' }],
    })
  })

  test('cites an expired call, not an unknown one, where its record is known to be gone', async () => {
    expect(await verify([], now, ['c1'])).toMatchObject({
      violations: [{ code: 'TOOL_CALL_EXPIRED', tool_call_id: 'c1' }],
    })
  })

  test('cites an unknown call where nobody knows of it', async () => {
    expect(await verify([], now, ['c2'])).toMatchObject({ violations: [{ code: 'TOOL_CALL_UNKNOWN' }] })
  })

  test('is judged by a record that is still there, whatever is said to be gone', async () => {
    expect(await verify(usualRecords, now, ['c1'])).toMatchObject({ verdict: 'PASS' })
  })

  test('needs a quote for what it says, as in the workflow', async () => {
    expect(await verify(usualRecords, now, [], { ...draft, analysis: [normal()] })).toMatchObject({
      violations: [{ code: 'QUOTE_NOT_IN_EVIDENCE' }],
    })
  })
})
