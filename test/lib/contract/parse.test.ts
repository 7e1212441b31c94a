import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Fault } from '../../../lib/contract/faults.ts'
import { parseInput } from '../../../lib/contract/parse.ts'
import { lookupRequest } from '../../../lib/contract/run-requests.ts'

function faultOf(schema: z.ZodType, value: unknown): Fault {
  try {
    parseInput(schema, value)
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('it was taken')
}

describe('input that does not parse', () => {
  const schema = z.strictObject({ a: z.object({ list: z.array(z.string()) }), b: z.number() })

  it('is E_VALIDATION with one detail an issue, its path in dots', () => {
    const fault = faultOf(schema, { a: { list: ['x', 5] } })
    expect(fault).toMatchObject({ code: 'E_VALIDATION', name: 'E_VALIDATION', status: 400, retryable: false })
    expect(fault.details?.map((detail) => detail.path)).toEqual(['a.list.1', 'b'])
    expect(fault.details?.every((detail) => detail.message !== '')).toBe(true)
  })

  it.each([null, undefined, 'text', 5, []])('has an empty path when the whole is wrong: %j', (value) => {
    expect(faultOf(schema, value).details?.map((detail) => detail.path)).toEqual([''])
  })

  it('does not repeat a value', () => {
    const fault = faultOf(schema, { a: { list: [{ key: 'SECRET' }] }, b: 'SECRET' })
    expect(JSON.stringify(fault.details)).not.toContain('SECRET')
  })
})

it('gives the parsed value, with what the schema changes', () => {
  expect(parseInput(z.object({ q: z.string().trim(), n: z.number().default(2) }), { q: ' x ' })).toEqual({
    q: 'x',
    n: 2,
  })
})

describe('a lookup request', () => {
  const request = (query: unknown) => ({ tool_call_id: 'c1', query })
  const accepts = (value: unknown) => lookupRequest.safeParse(value).success

  it('has a query of 1 to 4,000 characters after trimming', () => {
    expect(accepts(request(''))).toBe(false)
    expect(accepts(request(' \n\t\u3000'))).toBe(false)
    expect(parseInput(lookupRequest, request('  x\n'))).toEqual(request('x'))
    expect(accepts(request('x'.repeat(4000)))).toBe(true)
    expect(accepts(request('x'.repeat(4001)))).toBe(false)
    expect(accepts(request(` ${'x'.repeat(4000)} `))).toBe(true)
  })

  it('has its query counted in code points', () => {
    expect(accepts(request('𠮷'.repeat(4000)))).toBe(true)
    expect(accepts(request('𠮷'.repeat(4001)))).toBe(false)
  })

  it.each([
    ['a field more', { ...request('x'), top_k: 5 }],
    ['no id', { query: 'x' }],
    ['no query', { tool_call_id: 'c1' }],
    ['a query that is no text', request(['x'])],
    ['a prototype-named key', JSON.parse('{"tool_call_id":"c1","query":"x","__proto__":{"a":1}}')],
  ])('is refused with %s', (_, value) => {
    expect(accepts(value)).toBe(false)
  })
})
