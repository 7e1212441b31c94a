// Spec 06: what of an answer is done, what is refused with the rule's name, and when a draft counts as handed in.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundAnswer } from '../../../lib/diagnosis/bound-answer.ts'
import { readAnswer } from '../../../lib/diagnosis/read-answer.ts'
import { hostileText } from '../hostile-text.ts'

const call = (name: string, args: string, id = 'p1') => ({ id, name, arguments: args })
const lookup = (args: string) => call('lookup_knowledge', args)
const query = (text: string) => lookup(JSON.stringify({ query: text }))
const submit = (args: string) => call('submit_diagnosis', args)
const idOf = (i: number) => `id-${i}`
const read = (toolCalls: ReturnType<typeof call>[], text: string | null = null, lookups = true) =>
  readAnswer({ text, toolCalls }, { lookups, idOf })
const codes = (toolCalls: ReturnType<typeof call>[], lookups = true) =>
  read(toolCalls, null, lookups).refused.map((r) => `${r.tool_call_id} ${r.error.code}`)

describe('a query', () => {
  test.each([
    ['one character', 'x', 'x'],
    ['1000 characters', 'x'.repeat(1000), 'x'.repeat(1000)],
    ['1000 emoji, which are 2000 code units', '📁'.repeat(1000), '📁'.repeat(1000)],
    ['1000 characters within white space', ` \n${'x'.repeat(1000)}\t `, 'x'.repeat(1000)],
    ['line breaks and control characters, which become spaces', 'a\r\n\u0000b', 'a b'],
    ['half a character, which is replaced', 'a\ud800b', 'a\ufffdb'],
  ])('may have %s', (_, given, made) => {
    expect(read([query(given)]).lookups).toEqual([{ tool_call_id: 'id-0', provider_id: 'p1', query: made }])
  })

  test.each([
    ['no characters', query('')],
    ['blanks only', query(' \n\t\u3000')],
    ['1001 characters', query('x'.repeat(1001))],
    ['a number', lookup('{"query":5}')],
    ['null', lookup('{"query":null}')],
    ['another name', lookup('{"q":"x"}')],
    ['a field more', lookup('{"query":"x","top_k":3}')],
    ['no object around it', lookup('"x"')],
    ['cut JSON', lookup('{"query":"x')],
    ['no arguments', lookup('')],
    ['two objects', lookup('{"query":"x"}{"query":"y"}')],
  ])('may not have %s', (_, given) => {
    const { lookups, refused } = read([given])
    expect(lookups).toEqual([])
    expect(refused).toEqual([
      { tool_call_id: 'id-0', error: { code: 'E_VALIDATION', message: expect.stringContaining('1000 characters') } },
    ])
  })
})

describe('calls', () => {
  test('are made up to five in one turn; the rest is refused with the rule', () => {
    const six = Array.from({ length: 6 }, (_, i) => query(String(i)))
    expect(read(six.slice(0, 5))).toMatchObject({ refused: [] })
    expect(read(six).lookups.map((l) => l.query)).toEqual(['0', '1', '2', '3', '4'])
    expect(codes(six)).toEqual(['id-5 E_RATE_LIMITED'])
  })

  test('that are broken do not count among the five', () => {
    const { lookups } = read([lookup('{'), call('other', '{}'), ...Array.from({ length: 5 }, () => query('x'))])
    expect(lookups.map((l) => l.tool_call_id)).toEqual(['id-2', 'id-3', 'id-4', 'id-5', 'id-6'])
  })

  test('of a tool that is not there are refused with the names of those that are', () => {
    const [refused] = read([call('web\ud800search'.padEnd(500, 'x'), '{}')]).refused
    expect(refused?.error.code).toBe('E_NOT_FOUND')
    expect(refused?.error.message).toMatch(/lookup_knowledge and submit_diagnosis/)
    expect(refused?.error.message.length).toBeLessThan(200)
    expect(refused?.error.message.isWellFormed()).toBe(true)
  })

  test.each(['toString', '__proto__', 'constructor', '', 'Lookup_Knowledge', 'lookup_knowledge '])(
    'of a tool named %j are of none',
    (name) => {
      expect(codes([call(name, '{"query":"x"}')])).toEqual(['id-0 E_NOT_FOUND'])
    },
  )

  test('to look up are refused when the search was not offered, whatever their arguments', () => {
    expect(codes([query('x'), lookup('{')], false)).toEqual(['id-0 E_STOP_REQUIRED', 'id-1 E_STOP_REQUIRED'])
  })
})

describe('a draft', () => {
  test('is what the submit tool was called with', () => {
    expect(read([submit('{"analysis":[]}')]).draft).toEqual({ value: { analysis: [] }, problems: [] })
    expect(read([submit('not JSON')]).draft).toEqual({ value: 'not JSON', problems: [] })
    expect(read([submit('')]).draft).toEqual({ value: '', problems: [] })
  })

  test('is not taken beside lookups that are made, and is beside ones that are not', () => {
    const together = read([query('x'), submit('{}')])
    expect(together.draft).toBeNull()
    expect(together.refused.map((r) => r.tool_call_id)).toEqual(['id-1'])
    expect(read([lookup('{'), submit('{}')]).draft).toEqual({ value: {}, problems: [] })
    expect(read([query('x'), submit('{}')], null, false).draft).toEqual({ value: {}, problems: [] })
  })

  test('is none of several: two submits never parse', () => {
    expect(read([submit('{}'), submit('{}')]).draft).toEqual({ value: '{}\n{}', problems: [] })
  })

  test('may stand in a text, when the text speaks of a draft’s fields', () => {
    expect(read([], 'So: {"conclusion": null}').draft).toEqual({ value: { conclusion: null }, problems: [] })
    expect(read([], 'So: {"conclusion": nul').draft).toEqual({ value: 'So: {"conclusion": nul', problems: [] })
  })

  test.each([null, '', 'I stop here.', 'Set {"timeout": 3}.', 'The analysis: it waits.', '{}', '[]'])(
    'is not in %j',
    (text) => {
      expect(read([], text).draft).toBeNull()
    },
  )

  test('in a text counts for nothing beside a call that is made', () => {
    expect(read([query('x')], '{"analysis":[]}').draft).toBeNull()
    expect(read([submit('{"analysis":[1]}')], '{"analysis":[2]}').draft?.value).toEqual({ analysis: [1] })
  })

  test('may have 64 KiB as compact JSON, and not a byte more', () => {
    const of = (bytes: number) => JSON.stringify({ analysis: 'x'.repeat(bytes - '{"analysis":""}'.length) })
    expect(read([submit(of(65_536))]).draft?.problems).toEqual([])
    expect(read([submit(of(65_537))]).draft?.problems).toMatchObject([{ code: 'DRAFT_SCHEMA_INVALID', path: '' }])
    // Three bytes each in UTF-8.
    expect(read([submit(JSON.stringify({ analysis: '障'.repeat(22_000) }))]).draft?.problems).toHaveLength(1)
    // White space is no part of it.
    expect(read([submit(`{"analysis":[${' '.repeat(70_000)}]}`)]).draft).toEqual({
      value: { analysis: [] },
      problems: [],
    })
    expect(read([submit('x'.repeat(65_537))]).draft?.problems).toHaveLength(1)
  })

  test('over its size never parses by what is kept of it', () => {
    const kept = read([submit(`{"analysis":[]}${' '.repeat(70_000)}x`)]).draft?.value
    expect(typeof kept).toBe('string')
    expect(() => JSON.parse(String(kept))).toThrow()
  })
})

const anyCalls = fc.array(
  fc.record({
    id: fc.string(),
    name: fc.oneof(fc.constantFrom('lookup_knowledge', 'submit_diagnosis'), hostileText),
    arguments: fc.oneof(
      hostileText,
      fc.json(),
      hostileText.map((q) => JSON.stringify({ query: q })),
    ),
  }),
  { maxLength: 12 },
)

test('each call is made, refused or a draft, exactly once, whatever it says', () => {
  fc.assert(
    fc.property(anyCalls, fc.option(hostileText), fc.boolean(), (toolCalls, text, lookups) => {
      const result = readAnswer({ text, toolCalls }, { lookups, idOf })
      const done = [...result.lookups, ...result.refused].map((r) => r.tool_call_id)
      expect(new Set(done).size).toBe(done.length)
      const submits = toolCalls.flatMap((c, i) => (c.name === 'submit_diagnosis' ? [idOf(i)] : []))
      const taken = result.lookups.length > 0 ? [] : submits
      expect([...done, ...taken].toSorted()).toEqual(toolCalls.map((_, i) => idOf(i)).toSorted())
      for (const { query } of result.lookups) expect(query.isWellFormed() && query.trim() !== '').toBe(true)
      if (result.lookups.length > 0) expect(result.draft).toBeNull()
    }),
    { numRuns: 60 },
  )
})

test('what is kept of an answer is well-formed and bounded, and leaves small answers as they are', () => {
  fc.assert(
    fc.property(anyCalls, fc.option(hostileText), (toolCalls, text) => {
      const kept = boundAnswer({ text, toolCalls, stop: 'end' })
      expect(kept.toolCalls).toHaveLength(toolCalls.length)
      for (const { name, arguments: args } of kept.toolCalls) expect(`${name}${args}`.isWellFormed()).toBe(true)
      expect(kept.text === null || kept.text.isWellFormed()).toBe(true)
    }),
    { numRuns: 30 },
  )
  const small = { text: 'x', toolCalls: [query('x'), submit('{}')], stop: 'tool_calls' as const }
  expect(boundAnswer(small)).toEqual(small)
  const large = boundAnswer({
    text: 'x'.repeat(20_000),
    toolCalls: Array.from({ length: 20 }, () => submit('x'.repeat(60_000))),
    stop: 'length',
  })
  expect(large.toolCalls).toHaveLength(16)
  expect(large.toolCalls[15]?.arguments).toBe('{"left_out_bytes":60000}')
  expect(large.toolCalls[1]?.arguments).toHaveLength(60_000)
  expect(large.text).toBe(`${'x'.repeat(16_000)}…`)
})
