import { expect, test } from 'vitest'
import { draft, found, item, judge, ledger, negative, normal, reported } from '../builders.ts'

const evidence = ledger([
  found('c1', [
    item('d#chunk-1', { excerpt: 'Check the  upstream\n\tconfiguration: cafe\u0301, 50 %.' }),
    item('d#chunk-2', { excerpt: 'Restart the pod.' }),
  ]),
  found('c2', []),
  found('c3', [item('d#chunk-1', { excerpt: 'A later part of the same document.' })]),
])
const quoting = (text: string, over = {}) =>
  draft({ analysis: [normal({ quotes: [{ document_id: 'd#chunk-1', text }], ...over })] })
const atFirstQuote = ['QUOTE_NOT_IN_EVIDENCE /analysis/0/quotes/0']

test.each([
  'check the upstream configuration',
  'Check the upstream … configuration',
  'Checkthe upstream',
  'Check the up\u200bstream',
  'Check the up\u00adstream',
  'cafe',
  '50 ％',
  'Restart the pod.',
  'A later part',
  'd#chunk-1',
])('reports a quote that the stored excerpt does not hold word for word: %j', (text) => {
  const verdict = judge(quoting(text), evidence)
  expect(reported(verdict)).toEqual(atFirstQuote)
  expect(verdict.violations[0]).toMatchObject({ document_id: 'd#chunk-1' })
})

test.each(['', ' \n', '\u200b'])('reports a blank quote: %j', (text) => {
  expect(reported(judge(quoting(text), evidence))).toEqual(atFirstQuote)
  expect(reported(judge(quoting(text), evidence, { requireQuotes: true }))).toEqual(atFirstQuote)
})

test('reports a quote of which nothing can be seen, though the excerpt holds it', () => {
  const invisible = ledger([found('c1', [item('d#chunk-1', { excerpt: 'up\u200bstream' })])])
  expect(reported(judge(quoting('\u200b'), invisible))).toEqual(atFirstQuote)
  expect(judge(quoting('up\u200bs'), invisible).verdict).toBe('PASS')
})

test('reports a quote of a document that the call found but the analysis does not cite', () => {
  const quotes = [{ document_id: 'd#chunk-2', text: 'Restart the pod.' }]
  expect(reported(judge(draft({ analysis: [normal({ quotes })] }), evidence))).toEqual(atFirstQuote)
})

test('reports a quote under NEGATIVE_OBSERVATION', () => {
  const quotes = [{ document_id: 'd#chunk-1', text: 'Check' }]
  expect(reported(judge(draft({ analysis: [negative({ id: 'a1', quotes })] }), evidence))).toEqual(atFirstQuote)
})

test('reports each bad quote among good ones, and beside a stray document', () => {
  const quotes = ['Check', 'x', 'configuration', 'y'].map((text) => ({ document_id: 'd#chunk-1', text }))
  const analysis = [normal({ document_ids: ['d#chunk-1', 'd#chunk-9'], quotes })]
  expect(reported(judge(draft({ analysis }), evidence))).toEqual([
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/0/document_ids/1',
    'QUOTE_NOT_IN_EVIDENCE /analysis/0/quotes/1',
    'QUOTE_NOT_IN_EVIDENCE /analysis/0/quotes/3',
  ])
})

test('reports a NORMAL analysis without quotes where quotes are required', () => {
  const analysis = [normal(), negative(), normal({ id: 'a3', quotes: [] })]
  expect(reported(judge(draft({ analysis }), evidence, { requireQuotes: true }))).toEqual([
    'QUOTE_NOT_IN_EVIDENCE /analysis/0/quotes',
    'QUOTE_NOT_IN_EVIDENCE /analysis/2/quotes',
  ])
})

test('stays silent while a cited call cannot be judged: one cause, one code', () => {
  const unknown = quoting('x', { tool_call_ids: ['gone'] })
  expect(reported(judge(unknown, evidence))).toEqual(['TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0'])
  const missing = draft({ analysis: [normal({ tool_call_ids: ['c2'] })] })
  expect(reported(judge(missing, evidence, { requireQuotes: true }))).toEqual([
    'KIND_CLAIMS_EVIDENCE /analysis/0/tool_call_ids/0',
  ])
})

test.each([
  'Check the upstream configuration',
  '  upstream\u00a0\u3000configuration: ',
  'caf\u00e9',
  'cafe\u0301, 50',
  '.',
])('stays silent on a quote that differs in white space and normal form only: %j', (text) => {
  expect(judge(quoting(text), evidence).verdict).toBe('PASS')
})

test('stays silent when any cited call holds the document with that text', () => {
  expect(judge(quoting('A later part', { tool_call_ids: ['c1', 'c3'] }), evidence).verdict).toBe('PASS')
})

test('stays silent on missing quotes where none are required', () => {
  expect(judge(draft(), evidence).verdict).toBe('PASS')
})

test('stays silent on missing quotes under NEGATIVE_OBSERVATION where quotes are required', () => {
  const analysis = [normal({ quotes: [{ document_id: 'd#chunk-1', text: 'Check' }] }), negative()]
  expect(judge(draft({ analysis }), evidence, { requireQuotes: true }).verdict).toBe('PASS')
})
