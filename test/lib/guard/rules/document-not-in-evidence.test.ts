import { expect, test } from 'vitest'
import { draft, found, item, judge, ledger, negative, normal, reported } from '../builders.ts'

const citing = (...document_ids: string[]) => draft({ analysis: [normal({ document_ids })] })

test.each(['d#chunk-3', 'd', 'd#chunk-', 'D#chunk-1', 'd#chunk-1 ', 'd#chunk-01', '1', 'c1'])(
  'reports %j, which is not literally an id of a cited call',
  (id) => {
    const verdict = judge(citing('d#chunk-1', id))
    expect(reported(verdict)).toEqual(['DOCUMENT_NOT_IN_EVIDENCE /analysis/0/document_ids/1'])
    expect(verdict.violations[0]).toMatchObject({ document_id: id })
  },
)

test('reports a document of a call that the analysis does not cite', () => {
  const evidence = ledger([found('c1', [item('d#chunk-1')]), found('c3', [item('e#chunk-0')])])
  expect(reported(judge(citing('e#chunk-0'), evidence))).toEqual([
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/0/document_ids/0',
  ])
})

test('reports any document under NEGATIVE_OBSERVATION', () => {
  const analysis = [normal(), negative({ document_ids: ['d#chunk-1', 'x'] })]
  expect(reported(judge(draft({ analysis })))).toEqual([
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/1/document_ids/0',
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/1/document_ids/1',
  ])
})

test('suggests the nearest document of the cited calls', () => {
  expect(judge(citing('D#chunk-2')).violations[0]?.hint).toContain('"d#chunk-2"')
})

test('stays silent while a cited call cannot be judged: one cause, one code', () => {
  const analysis = [
    normal({ tool_call_ids: ['c1', 'gone'], document_ids: ['x'] }),
    normal({ id: 'b', document_ids: ['x'] }),
  ]
  expect(reported(judge(draft({ analysis, conclusion: null })))).toEqual([
    'TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/1',
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/1/document_ids/0',
  ])
})

test('stays silent on documents that any of the cited calls found, named twice too', () => {
  const evidence = ledger([found('c1', [item('d#chunk-1')]), found('c3', [item('e#chunk-0')])])
  const analysis = [normal({ tool_call_ids: ['c1', 'c3'], document_ids: ['e#chunk-0', 'd#chunk-1', 'e#chunk-0'] })]
  expect(judge(draft({ analysis }), evidence).verdict).toBe('PASS')
})
