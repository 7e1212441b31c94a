import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardVerdict } from '../../../lib/contract/verdict.ts'
import { violations as table } from '../../../lib/contract/violations.ts'
import {
  action,
  draft,
  failed,
  found,
  item,
  judge,
  ledger,
  negative,
  normal,
  now,
  reported,
  usualRecords,
} from './builders.ts'
import { holds } from './holds.ts'
import { mutations } from './mutations.ts'
import { among, validScenario } from './scenario.ts'

test('a draft whose citations all hold passes with its snapshot', () => {
  const verdict = judge(draft())
  expect(verdict).toMatchObject({ verdict: 'PASS', violations: [], violations_total: 0 })
  expect(verdict.snapshot?.invocations.map((call) => call.tool_call_id)).toEqual(['c1', 'c2'])
})

test('an empty analysis with limitations is a legal draft: there was nothing to say', () => {
  const empty = draft({ analysis: [], conclusion: null, action_plan: [] })
  expect(judge(empty, ledger([]))).toMatchObject({ verdict: 'PASS', snapshot: { invocations: [], analyses: [] } })
})

test('violations come in document order, and nothing of them is left out', () => {
  const value = draft({
    limitations: [],
    action_plan: [action({ text: '' }), action({ based_on_analysis_ids: ['zz'] })],
    conclusion: { text: ' ', based_on_analysis_ids: [] },
    analysis: [
      normal({ tool_call_ids: ['gone', 'c3', 'c1'], document_ids: [] }),
      normal({ text: '', document_ids: ['d#chunk-1', 'x'], quotes: [{ document_id: 'd#chunk-1', text: 'no' }] }),
      negative({ tool_call_ids: [] }),
    ],
  })
  const verdict = judge(value, ledger([...usualRecords, failed('c3')]))
  expect(reported(verdict)).toEqual([
    'TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0',
    'TOOL_CALL_NOT_READY /analysis/0/tool_call_ids/1',
    'ANALYSIS_UNCITED /analysis/0/document_ids',
    'ANALYSIS_ID_DUPLICATE /analysis/1/id',
    'ANALYSIS_TEXT_BLANK /analysis/1/text',
    'DOCUMENT_NOT_IN_EVIDENCE /analysis/1/document_ids/1',
    'QUOTE_NOT_IN_EVIDENCE /analysis/1/quotes/0',
    'ANALYSIS_UNCITED /analysis/2/tool_call_ids',
    'CONCLUSION_TEXT_BLANK /conclusion/text',
    'CONCLUSION_UNGROUNDED /conclusion/based_on_analysis_ids',
    'ACTION_TEXT_BLANK /action_plan/0/text',
    'ACTION_ID_DUPLICATE /action_plan/1/id',
    'ACTION_BASIS_INVALID /action_plan/1/based_on_analysis_ids/0',
    'LIMITATIONS_MISSING /limitations',
  ])
})

test('the order of a draft’s own keys changes nothing', () => {
  const value = draft({ limitations: [], conclusion: { text: '', based_on_analysis_ids: [] } })
  const turned = Object.fromEntries(Object.entries(value).toReversed())
  expect(judge(turned)).toEqual(judge(value))
})

test('each violation carries the hint of its code', () => {
  for (const violation of judge(draft({ analysis: [normal({ text: '', document_ids: ['x'] })] })).violations) {
    expect(violation.hint.startsWith(table[violation.code].hint)).toBe(true)
    expect(violation.message).not.toBe('')
  }
})

test('messages and hints hold ids, but no text of the draft or of evidence', () => {
  const secret = 'S3CRET'
  const records = [
    found('c1', [item('d#chunk-1', { excerpt: secret, title: secret, source: secret })]),
    found('c2', []),
  ]
  const value = draft({
    analysis: [
      normal({ text: secret, quotes: [{ document_id: 'd#chunk-1', text: `${secret} more` }] }),
      normal({ text: secret, document_ids: ['x'] }),
      normal({ text: secret, tool_call_ids: ['c2', 'gone'] }),
    ],
    conclusion: { text: secret, based_on_analysis_ids: ['x'] },
  })
  const shown = JSON.stringify(judge(value, ledger(records)).violations)
  expect(shown).toContain('QUOTE_NOT_IN_EVIDENCE')
  expect(shown).not.toContain(secret)
  expect(JSON.stringify(judge(draft({ conclusion: secret, limitations: [{ secret }] })).violations)).not.toContain(
    secret,
  )
})

describe('the list is cut, its total is not', () => {
  const strays = (analyses: number, perAnalysis: number, id: (i: number, j: number) => string) =>
    draft({
      analysis: Array.from({ length: analyses }, (_, i) =>
        normal({ id: `n${i}`, document_ids: Array.from({ length: perAnalysis }, (_, j) => id(i, j)) }),
      ),
      conclusion: null,
      action_plan: [],
    })

  test.each([
    [199, 199],
    [200, 200],
    [201, 200],
  ])('%i violations: %i are listed', (total, listed) => {
    const value = strays(20, 10, (i, j) => `x${i}-${j}`)
    const analysis = value.analysis as object[]
    const more = total - 200
    const last = normal({ id: 'n19', document_ids: Array.from({ length: 10 + more }, (_, j) => `y${j}`) })
    const verdict = judge({ ...value, analysis: [...analysis.slice(0, 19), last] })
    expect(verdict.violations_total).toBe(total)
    expect(verdict.violations).toHaveLength(listed)
  })

  test('under 100,000 bytes of JSON, and never by more than the next one would need', () => {
    const value = strays(10, 20, (i, j) => `级${i}-${j}`.padEnd(120, '级'))
    const verdict = judge(value)
    expect(verdict.violations_total).toBe(200)
    const bytes = Buffer.byteLength(JSON.stringify(verdict.violations))
    const one = Buffer.byteLength(JSON.stringify(verdict.violations.at(-1)))
    expect(bytes).toBeLessThan(100_000)
    expect(bytes).toBeGreaterThan(100_000 - one - 10)
    expect(reported(verdict)).toEqual(reported(judge(value)))
  })

  test('a first violation always has room, with the longest ids', () => {
    const longest = '\u0001'.repeat(512)
    const records = [found('c1', [item(`${longest.slice(1)}\u0002`)])]
    const verdict = judge(
      strays(1, 1, () => longest),
      ledger(records),
    )
    expect(verdict.violations).toHaveLength(1)
    expect(verdict.violations[0]?.hint).toContain('\u0002')
  })
})

test.each([
  ['a tool call id', draft({ analysis: [normal({ tool_call_ids: ['c\ud800'] })] })],
  ['a document id', draft({ analysis: [normal({ document_ids: ['d\ud800'] })] })],
  ['an analysis id', draft({ conclusion: { text: 'x', based_on_analysis_ids: ['a\ud800'] } })],
  ['a suggested id', draft({ analysis: [normal({ id: 'a\ud800' })] })],
  ['a field name', draft({ '\udc00': 1 })],
])('a lone surrogate in %s is answered in well-formed text', (_, value) => {
  const { violations } = judge(value)
  expect(violations).not.toEqual([])
  for (const text of violations.flatMap((violation) => Object.values(violation)))
    expect(text?.isWellFormed()).toBe(true)
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}

test('the same draft and ledger always give the same answer, and neither is changed', () => {
  holds(
    fc.property(fc.gen(), (g) => {
      const scenario = validScenario(g)
      among(g, mutations).apply(scenario, g)
      const value = deepFreeze(structuredClone(scenario.draft))
      const records = deepFreeze(structuredClone([...scenario.records.values()]))
      const first = judge(value, ledger(records))
      const again = judge(structuredClone(value), ledger(records.toReversed()), { now: now + 1 })
      expect(again).toEqual(first)
      expect(JSON.stringify(again)).toBe(JSON.stringify(first))
      expect(guardVerdict.parse(first)).toEqual(first)
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
