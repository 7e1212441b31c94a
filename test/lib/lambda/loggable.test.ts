import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loggable, loggableCause } from '../../../lib/lambda/loggable.ts'

describe('what may stand in a line', () => {
  test.each([
    ['E_KNOWLEDGE_TIMEOUT'],
    ['gateway-md-1a2b3c4d#chunk-1'],
    ['2026-01-01T00:00:00.000Z'],
    ['ref-00112233445566778899aabbccddeeff'],
    ['qwen2.5-7b@4bit'],
    [12],
    [0.75],
    [true],
    [null],
  ])('%s stays', (value) => {
    expect(loggable(value)).toBe(value)
  })

  test.each([['words of a sentence'], ['数据库连接池耗尽'], ['a\nb'], ['"quoted"'], ['x'.repeat(201)], ['']])(
    'of the text %j only its length is told',
    (value) => {
      expect(loggable(value)).toBe(`[${value.length} characters]`)
    },
  )

  test('objects and lists keep their form, down to a depth', () => {
    expect(loggable({ a: [{ b: 'two words' }], c: 1, d: undefined })).toEqual({ a: [{ b: '[9 characters]' }], c: 1 })
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(JSON.stringify(loggable(circle)).length).toBeLessThan(200)
  })

  test('what the knowledge service says of a failure stays (spec 01), bounded, wherever it is', () => {
    const said = { serviceCode: 'E BAD\ncode', serviceMessage: '第3行: cannot "read"\n{"level":"INFO"}' }
    expect(loggable({ context: said })).toEqual({ context: said })
    expect(loggable({ serviceMessage: '故'.repeat(10_000) })).toEqual({ serviceMessage: '故'.repeat(300) })
    expect(loggable({ serviceMessage: { words: 'echo', of: 'a query' } })).toEqual({
      serviceMessage: { of: '[7 characters]' },
    })
  })

  test('what a model says in its own words is left out, even one word', () => {
    expect(loggable({ failure: 'refused', words: 'echo', serviceStatus: 400 })).toEqual({
      failure: 'refused',
      serviceStatus: 400,
    })
  })

  test('no text with a space or a character beyond ASCII comes through, wherever it is, key or value', () => {
    const sentence = fc.string({ minLength: 1 }).map((text) => `${text} 证据 ${text}`)
    const anything = fc.anything({ values: [sentence, fc.integer(), fc.boolean()], key: sentence })
    fc.assert(
      fc.property(anything, (value) => {
        expect(JSON.stringify(loggable(value)) ?? '').not.toContain('证据')
      }),
    )
  })
})

describe('the cause of a fault', () => {
  test('is name, message and where it was thrown', () => {
    expect(loggableCause(new TypeError('no such thing'))).toEqual({
      name: 'TypeError',
      message: 'no such thing',
      stack: expect.stringContaining('loggable.test'),
    })
  })

  test('tells no message of a parser, which quotes what it could not read', () => {
    const told = JSON.stringify(loggableCause(syntaxErrorOf('evidence that is no JSON')))
    expect(told).toContain('SyntaxError')
    expect(told).not.toContain('evidence')
  })

  test('tells no message that runs into the stack, whatever its lines are', () => {
    const error = syntaxErrorOf('evidence\n    at evidence\n    at E.vidence(E.java:12)')
    expect(JSON.stringify(loggableCause(error))).not.toMatch(/evidence|E\.java/)
    const changed = Object.assign(new SyntaxError('evidence\n    at E.vidence(E.java:12)'), { message: 'other' })
    expect(JSON.stringify(loggableCause(changed))).not.toMatch(/evidence|E\.java/)
  })

  test('tells no message of a check of arguments, which quotes them, too', () => {
    const quoted = () => Reflect.apply(Buffer.byteLength, null, [['the evidence']])
    const told = JSON.stringify(loggableCause(thrownBy(quoted)))
    expect(told).toContain('ERR_INVALID_ARG_TYPE')
    expect(told).not.toContain('must be')
  })

  test('has the code that an error carries', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(loggableCause(refused)).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' })
  })

  test('a message is bounded', () => {
    expect(loggableCause(new Error('x'.repeat(10_000)))).toMatchObject({ message: 'x'.repeat(500) })
  })

  test('what is no error tells what kind of thing it is', () => {
    expect(loggableCause('the evidence')).toEqual({ name: 'string' })
    expect(loggableCause(undefined)).toBeUndefined()
  })
})

const syntaxErrorOf = (text: string) => thrownBy(() => JSON.parse(text))

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
