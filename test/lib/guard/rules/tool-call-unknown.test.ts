import { expect, test } from 'vitest'
import { draft, found, item, judge, ledger, normal, reported } from '../builders.ts'

const citing = (...tool_call_ids: string[]) => draft({ analysis: [normal({ tool_call_ids })] })

test('reports each place that cites a call which this run has not', () => {
  const verdict = judge(citing('c9', 'c1', 'c8', 'c9'))
  expect(reported(verdict)).toEqual([
    'TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0',
    'TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/2',
    'TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/3',
  ])
  expect(verdict.violations.map((v) => v.tool_call_id)).toEqual(['c9', 'c8', 'c9'])
})

test.each(['c1-7f3b', 'C1-7F3A', '7f3a'])('suggests the nearest call of this run for %s, and accepts nothing', (id) => {
  const evidence = ledger([found('c1-7f3a', [item('d#chunk-1')]), found('c2-90ab', [])])
  const verdict = judge(citing(id), evidence)
  expect(reported(verdict)).toEqual(['TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0'])
  expect(verdict.violations[0]?.hint).toContain('"c1-7f3a"')
  expect(verdict.violations[0]?.hint).not.toContain('c2-90ab')
})

test('reports a call that was begun but has no stored result, with nothing to suggest', () => {
  const [violation] = judge(citing('c3'), ledger(undefined, { knownIds: ['c1', 'c2', 'c3'] })).violations
  expect(violation?.code).toBe('TOOL_CALL_UNKNOWN')
  expect(violation?.hint).not.toContain('nearest')
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('reports %s as any other id', (id) => {
  expect(reported(judge(citing(id)))).toEqual(['TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0'])
})

test('stays silent on calls of this run, cited more than once', () => {
  expect(judge(citing('c1', 'c1')).verdict).toBe('PASS')
})
