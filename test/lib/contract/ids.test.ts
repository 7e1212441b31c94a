import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentId, evidenceKeyOf, parseEvidenceKey, requestId, runId, toolCallId } from '../../../lib/contract/ids.ts'

const accepts = (schema: typeof runId, value: unknown) => schema.safeParse(value).success
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

describe.each([
  ['run_id', runId, 80, '._-'],
  ['tool_call_id', toolCallId, 128, '._:-'],
  ['X-Request-ID', requestId, 128, '._-'],
] as const)('%s', (_, schema, longest, marks) => {
  it(`is 1 to ${longest} characters`, () => {
    expect(accepts(schema, '')).toBe(false)
    expect(accepts(schema, 'a')).toBe(true)
    expect(accepts(schema, 'a'.repeat(longest))).toBe(true)
    expect(accepts(schema, 'a'.repeat(longest + 1))).toBe(false)
  })

  it(`is of letters, digits and ${marks}, and of nothing else below U+0180`, () => {
    for (let code = 0; code < 0x180; code += 1) {
      const character = String.fromCharCode(code)
      expect([character, accepts(schema, character)]).toEqual([character, (letters + marks).includes(character)])
    }
  })

  it.each([' a', 'a ', 'a\n', '\na', 'a/b', 'a%2Fb', 'a#b', 'a\u0000', '运行', 'ａ', 'é', '𠮷', '\ud800'])(
    'is not %j',
    (value) => {
      expect(accepts(schema, value)).toBe(false)
    },
  )

  it.each([null, undefined, 5, ['a'], { a: 1 }, true])('is a text, not %j', (value) => {
    expect(accepts(schema, value)).toBe(false)
  })

  it.each(['__proto__', 'constructor', '..', '.'])('may be %s: it is never a key of an object or a path', (value) => {
    expect(accepts(schema, value)).toBe(true)
  })
})

describe('a document in a path', () => {
  it('is no chunk: its evidence key is told from other names that cannot be, with what to send instead', () => {
    const messageOf = (value: string) => documentId.safeParse(value).error?.issues.map(({ message }) => message)
    expect(messageOf('a-md-34223174#chunk-0')).toEqual([
      'names a chunk of a document; the document is what stands before the #',
    ])
    expect(messageOf('a#b')).toEqual(['must not hold white space, control characters, slashes, # or ?'])
  })

  it.each(['gateway-timeout-md-34223174', '网关超时', 'a'.repeat(200)])('may be %s', (value) => {
    expect(accepts(documentId, value)).toBe(true)
  })

  it.each([
    ...['', 'a b', 'a/b', 'a\\b', 'a#chunk-1', 'a?b', 'a\n', 'a\u0000', 'a\u007f', '\ud800', '.', '..'],
    'a'.repeat(301),
  ])('is not %j', (value) => {
    expect(accepts(documentId, value)).toBe(false)
  })
})

describe('an evidence key', () => {
  it.each([
    ['gateway-timeout-md-34223174#chunk-1', 'gateway-timeout-md-34223174', 1],
    ['a#chunk-0', 'a', 0],
    ['a#chunk-12', 'a', 12],
    ['a#chunk-1#chunk-2', 'a#chunk-1', 2],
    ['a#b#chunk-3', 'a#b', 3],
    ['网关 超时#chunk-4', '网关 超时', 4],
  ])('%s is read by its last #chunk-', (key, docId, chunkIndex) => {
    expect(parseEvidenceKey(key)).toEqual({ docId, chunkIndex })
  })

  it.each([
    '',
    'a',
    'a#chunk-',
    'a#chunk-x',
    'a#chunk--1',
    'a#chunk-1.5',
    'a#chunk-1e3',
    'a#chunk-+1',
    'a#chunk- 1',
    'a#chunk-1 ',
    'a#chunk-1\n',
    'a#chunk-٣',
    'a#Chunk-1',
    'a#chunk-1#chunk-x',
    'vector:7',
    'rank:3',
    `a#chunk-${'9'.repeat(40)}`,
  ])('%j does not have the form', (key) => {
    expect(parseEvidenceKey(key)).toBeNull()
  })

  it('is read back as it was made, whatever the document is called', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (docId, chunkIndex) => {
        expect(parseEvidenceKey(evidenceKeyOf(docId, chunkIndex))).toEqual({ docId, chunkIndex })
      }),
    )
  })
})
