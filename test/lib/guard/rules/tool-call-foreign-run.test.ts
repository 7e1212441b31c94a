import { expect, test } from 'vitest'
import { draft, judge, ledger, normal, reported } from '../builders.ts'

const citing = (...tool_call_ids: string[]) => draft({ analysis: [normal({ tool_call_ids })] })

test('reports a call that another run of the owner made, and suggests nothing', () => {
  const verdict = judge(citing('c1', 'x1'), ledger(undefined, { foreign: new Set(['x1']) }))
  expect(reported(verdict)).toEqual(['TOOL_CALL_FOREIGN_RUN /analysis/0/tool_call_ids/1'])
  expect(verdict.violations[0]).toMatchObject({ tool_call_id: 'x1' })
  expect(verdict.violations[0]?.hint).not.toContain('nearest')
})

test('stays silent on a call of this run whose id another run has too', () => {
  expect(judge(citing('c1'), ledger(undefined, { foreign: new Set(['c1']) })).verdict).toBe('PASS')
})
