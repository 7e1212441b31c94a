import { describe, expect, test } from 'vitest'
import { action, draft, judge, negative, normal, reported } from '../builders.ts'

/** `value` as it would come off the wire with an own key `__proto__` at its front. */
const withProtoKey = (value: unknown) => JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(value).slice(1)}`)
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))

test.each([null, true, 5, 'text', [], [draft()]])('reports %j, which is no object, at the whole', (value) => {
  expect(reported(judge(value))).toEqual(['DRAFT_SCHEMA_INVALID '])
})

test('reports every missing field of the whole at its place, limitations excepted', () => {
  expect(reported(judge({}))).toEqual([
    'DRAFT_SCHEMA_INVALID /analysis',
    'DRAFT_SCHEMA_INVALID /conclusion',
    'DRAFT_SCHEMA_INVALID /action_plan',
  ])
})

describe('reports a missing field', () => {
  test.each(['id', 'kind', 'text', 'tool_call_ids', 'document_ids'])('%s of an analysis', (field) => {
    expect(reported(judge(draft({ analysis: [without(normal(), field)] })))).toEqual([
      `DRAFT_SCHEMA_INVALID /analysis/0/${field}`,
    ])
  })
  test.each(['id', 'text', 'based_on_analysis_ids'])('%s of an action', (field) => {
    expect(reported(judge(draft({ action_plan: [without(action(), field)] })))).toEqual([
      `DRAFT_SCHEMA_INVALID /action_plan/0/${field}`,
    ])
  })
})

test.each([
  ['/limitations', draft({ limitations: null })],
  ['/limitations', draft({ limitations: 'none' })],
  ['/limitations/0', draft({ limitations: [1] })],
  ['/conclusion', draft({ conclusion: 'yes' })],
  ['/conclusion/text', draft({ conclusion: { based_on_analysis_ids: ['a1'] } })],
  ['/conclusion/based_on_analysis_ids', draft({ conclusion: { text: 'x' } })],
  ['/analysis/0/quotes', draft({ analysis: [normal({ quotes: null })] })],
  ['/analysis/0/quotes/0/text', draft({ analysis: [normal({ quotes: [{ document_id: 'd' }] })] })],
  ['/analysis/0/quotes/0/document_id', draft({ analysis: [normal({ quotes: [{ text: 'd' }] })] })],
  ['/analysis/0/kind', draft({ analysis: [normal({ kind: 'normal' })] })],
  ['/analysis/0/id', draft({ analysis: [normal({ id: '' })] })],
  ['/analysis/0/tool_call_ids/1', draft({ analysis: [normal({ tool_call_ids: ['c1', null] })] })],
  ['/analysis/0/document_ids/0', draft({ analysis: [normal({ document_ids: [''] })] })],
])('reports what is mistyped, at %s', (path, value) => {
  expect(reported(judge(value))).toEqual([`DRAFT_SCHEMA_INVALID ${path}`])
})

describe('reports a field that is not in the schema', () => {
  test.each([
    ['/confidence', draft({ confidence: 1 })],
    ['/analysis/0/score', draft({ analysis: [normal({ score: 1 })] })],
    [
      '/analysis/0/quotes/0/page',
      draft({ analysis: [normal({ quotes: [{ document_id: 'd', text: 'x', page: 1 }] })] }),
    ],
    ['/conclusion/id', draft({ conclusion: { id: 'x', text: 'x', based_on_analysis_ids: ['a1'] } })],
    ['/action_plan/0/owner', draft({ action_plan: [action({ owner: 'me' })] })],
    ['/a~1b~0c', draft({ 'a/b~c': 1 })],
    ['/', draft({ '': 1 })],
    ['/constructor', draft({ constructor: 1 })],
    ['/toString', draft({ toString: 1 })],
    ['/__proto__', withProtoKey(draft())],
    ['/analysis/0/__proto__', draft({ analysis: [withProtoKey(normal())] })],
    ['/action_plan/0/__proto__', draft({ action_plan: [withProtoKey(action())] })],
  ])('at %s', (path, value) => {
    expect(reported(judge(value))).toEqual([`DRAFT_SCHEMA_INVALID ${path}`])
  })

  test('each by itself, behind the known fields, in the order in which they came', () => {
    expect(reported(judge({ z: 1, b: 2, ...draft({ limitations: 5 }) }))).toEqual([
      'DRAFT_SCHEMA_INVALID /limitations',
      'DRAFT_SCHEMA_INVALID /z',
      'DRAFT_SCHEMA_INVALID /b',
    ])
  })

  test('by the object it is in, when its name is longer than an id', () => {
    expect(reported(judge(draft({ ['k'.repeat(256)]: 1 })))).toEqual([`DRAFT_SCHEMA_INVALID /${'k'.repeat(256)}`])
    expect(reported(judge(draft({ ['k'.repeat(257)]: 1 })))).toEqual(['DRAFT_SCHEMA_INVALID '])
    const { violations, violations_total } = judge(draft({ ['k'.repeat(200_000)]: 1 }))
    expect(violations).toHaveLength(1)
    expect(violations_total).toBe(1)
  })
})

test('reports the parts of one analysis before those of the next', () => {
  const analysis = [...Array.from({ length: 10 }, () => normal()), normal({ text: 1 }), normal({ id: 1 })]
  analysis[2] = normal({ quotes: 1 })
  expect(reported(judge(draft({ analysis })))).toEqual([
    'DRAFT_SCHEMA_INVALID /analysis/2/quotes',
    'DRAFT_SCHEMA_INVALID /analysis/10/text',
    'DRAFT_SCHEMA_INVALID /analysis/11/id',
  ])
})

test('checks nothing else', () => {
  const broken = { analysis: [normal({ text: '', tool_call_ids: ['gone'] })], conclusion: null, action_plan: 1 }
  expect(reported(judge(broken))).toEqual(['DRAFT_SCHEMA_INVALID /action_plan'])
})

test('reports nesting of any depth without failing', () => {
  const deep = JSON.parse(`{"analysis":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
  expect(reported(judge(deep))[0]).toBe('DRAFT_SCHEMA_INVALID /analysis/0')
})

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
const ids = (count: number) => many(count, (i) => `c${i}`)
const onChars = (build: (text: string) => unknown) => (count: number) => build('😀'.repeat(count))
/** Analyses that cite `count` distinct calls, 20 at most each. */
const citing = (count: number) =>
  many(Math.ceil(count / 20), (i) => normal({ id: `n${i}`, tool_call_ids: ids(count).slice(i * 20, i * 20 + 20) }))

describe('reports one more than the limit, and stays silent at the limit', () => {
  test.each<[string, number, string, (count: number) => unknown]>([
    ['analyses', 50, '/analysis', (n) => draft({ analysis: many(n, (i) => negative({ id: `n${i}` })) })],
    ['actions', 50, '/action_plan', (n) => draft({ action_plan: many(n, (i) => action({ id: `p${i}` })) })],
    ['limitations', 50, '/limitations', (n) => draft({ limitations: many(n, () => 'x') })],
    ['tool call ids', 20, '/analysis/0/tool_call_ids', (n) => draft({ analysis: [normal({ tool_call_ids: ids(n) })] })],
    ['document ids', 20, '/analysis/0/document_ids', (n) => draft({ analysis: [normal({ document_ids: ids(n) })] })],
    [
      'quotes',
      20,
      '/analysis/0/quotes',
      (n) => draft({ analysis: [normal({ quotes: many(n, () => ({ document_id: 'd', text: 'x' })) })] }),
    ],
    [
      'ids under a conclusion',
      20,
      '/conclusion/based_on_analysis_ids',
      (n) => draft({ conclusion: { text: 'x', based_on_analysis_ids: ids(n) } }),
    ],
    [
      'ids under an action',
      20,
      '/action_plan/0/based_on_analysis_ids',
      (n) => draft({ action_plan: [action({ based_on_analysis_ids: ids(n) })] }),
    ],
    ['distinct tool calls', 50, '/analysis', (n) => draft({ analysis: citing(n) })],
    ['characters of an analysis', 8000, '/analysis/0/text', onChars((text) => draft({ analysis: [normal({ text })] }))],
    [
      'characters of a conclusion',
      8000,
      '/conclusion/text',
      onChars((text) => draft({ conclusion: { text, based_on_analysis_ids: ['a1'] } })),
    ],
    [
      'characters of an action',
      8000,
      '/action_plan/0/text',
      onChars((text) => draft({ action_plan: [action({ text })] })),
    ],
    ['characters of a limitation', 8000, '/limitations/0', onChars((text) => draft({ limitations: [text] }))],
    [
      'characters of a quote',
      8000,
      '/analysis/0/quotes/0/text',
      onChars((text) => draft({ analysis: [normal({ quotes: [{ document_id: 'd', text }] })] })),
    ],
    ['bytes in all', 262_144, '', (bytes) => sized(bytes)],
  ])('%s: %i', (_, limit, path, build) => {
    for (const count of [limit - 1, limit]) {
      expect(reported(judge(build(count))).filter((row) => row.startsWith('DRAFT_SCHEMA_INVALID'))).toEqual([])
    }
    expect(reported(judge(build(limit + 1)))).toEqual([`DRAFT_SCHEMA_INVALID ${path}`])
  })
})

/** A draft whose JSON has `bytes` bytes in UTF-8, in characters of three bytes and a rest of one. */
function sized(bytes: number): unknown {
  const full = many(40, (i) => negative({ id: `n${i}`, text: '级'.repeat(2000) }))
  const fixed = Buffer.byteLength(JSON.stringify(draft({ analysis: full, limitations: ['', '', ''] })))
  const rest = bytes - fixed
  const limitations = many(3, (i) => 'x'.repeat(Math.min(8000, Math.max(0, rest - i * 8000))))
  const value = draft({ analysis: full, limitations })
  if (Buffer.byteLength(JSON.stringify(value)) !== bytes) throw new Error('The builder is off')
  return value
}
