import { expect, test } from 'vitest'
import { draft, item, judge, ledger, normal, reported, stored, view } from '../builders.ts'

const seen = view('c1', [item('d#chunk-1')])
const value = draft({
  analysis: [normal({ document_ids: ['d#chunk-1', 'x'], quotes: [{ document_id: 'x', text: 'x' }] })],
})

test('reports a changed record and nothing else of the analysis that cites it', () => {
  const record = stored('c1', JSON.stringify(seen), { projection_sha256: '0'.repeat(64) })
  const verdict = judge(value, ledger([record]))
  expect(reported(verdict)).toEqual(['LEDGER_RECORD_INVALID /analysis/0/tool_call_ids/0'])
  expect(verdict.violations[0]).toMatchObject({ tool_call_id: 'c1' })
})

test('reports the record of another call under this id', () => {
  const record = stored('c7', JSON.stringify(view('c7', [item('d#chunk-1')])))
  const evidence = ledger([], { records: new Map([['c1', record]]) })
  expect(reported(judge(value, evidence))).toEqual(['LEDGER_RECORD_INVALID /analysis/0/tool_call_ids/0'])
})

test('stays silent on a record that is what was stored', () => {
  const record = stored('c1', JSON.stringify(seen))
  expect(judge(draft({ analysis: [normal()] }), ledger([record])).verdict).toBe('PASS')
})

test('stays silent on a changed record that no analysis cites', () => {
  const records = [stored('c1', JSON.stringify(seen)), stored('c5', 'not JSON')]
  expect(judge(draft({ analysis: [normal()] }), ledger(records)).verdict).toBe('PASS')
})
