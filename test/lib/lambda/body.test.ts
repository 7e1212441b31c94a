// Spec 08: malformed JSON, prototype-named keys, invalid UTF-8 and bad base64 are 400, a wrong content type 415, never 500.
import { describe, expect, test } from 'vitest'
import { limits } from '../../../lib/contract/limits.ts'
import type { Operation } from '../../../lib/lambda/call.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { httpEvent, lambdaContext, replyOf } from './events.ts'
import { recordedTelemetry } from './recorded-telemetry.ts'

const base64 = (bytes: Uint8Array | string) => ({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true })

function post(over: Readonly<Record<string, unknown>>, operation?: Operation) {
  const lookupKnowledge: Operation = operation ?? (async (call) => ({ status: 200, body: { read: call.json() } }))
  const handler = createLambda({ telemetry: recordedTelemetry().telemetry, operations: { lookupKnowledge } })
  return replyOf(handler(httpEvent('lookupKnowledge', over), lambdaContext()))
}
const postBytes = (over: Readonly<Record<string, unknown>>) =>
  post(over, async (call) => ({ status: 200, body: [...call.bytes()] }))

describe('a JSON body', () => {
  test.each([
    ['an object', '{"query":"故障 📁"}', { query: '故障 📁' }],
    ['any JSON value', '5', 5],
    ['null', 'null', null],
    ['a replacement character that the caller wrote', '"\ufffd"', '\ufffd'],
    ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`, JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)],
    ['values named like prototypes', '["__proto__","constructor"]', ['__proto__', 'constructor']],
  ])('%s is read, as text and as base64', async (_, body, read) => {
    expect((await post({ body })).json).toEqual({ read })
    expect((await post(base64(body))).json).toEqual({ read })
  })

  test.each([
    ['no body', undefined],
    ['an empty one', ''],
    ['cut JSON', '{"query":'],
    ['two values', '{}{}'],
    ['a comment', '{} // yes'],
    ['a trailing comma', '{"a":1,}'],
    ['NaN', 'NaN'],
    ['a key named __proto__', '{"__proto__":{"admin":true}}'],
    ['an escaped one', '{"\\u005f_proto__":1}'],
    ['a key named constructor', '{"a":[{"constructor":1}]}'],
    ['a key named prototype', '{"a":{"prototype":1}}'],
    ['101 levels', `${'['.repeat(101)}${']'.repeat(101)}`],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['100,000 levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('%s is a 400', async (_, body) => {
    const reply = await post({ ...(body !== undefined && { body }) })
    expect(reply).toMatchObject({ statusCode: 400, json: { error: { code: 'E_VALIDATION', details: [{ path: '' }] } } })
    expect(Object.prototype).not.toHaveProperty('admin')
  })

  test.each([
    ['a lone byte', [0x22, 0xff, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut character', [0x22, 0xe4, 0xb8, 0x22]],
  ])('invalid UTF-8 (%s) is a 400', async (_, bytes) => {
    expect((await post(base64(Uint8Array.from(bytes)))).statusCode).toBe(400)
  })

  test.each(['a', '!!!!', 'e30=e30=', 'e30 ', '{}', 'e30*'])('bad base64 (%s) is a 400', async (body) => {
    expect((await post({ body, isBase64Encoded: true })).statusCode).toBe(400)
  })

  test.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['application/problem+json', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonp', 415],
    ['text/html; application/json', 415],
    ['', 415],
  ])('of the type %j is a %i', async (type, status) => {
    expect((await post({ body: '{}', headers: { 'content-type': type } })).statusCode).toBe(status)
  })

  test('without a type is read', async () => {
    const event = httpEvent('lookupKnowledge', { body: '{}' }) as { headers: Record<string, string> }
    event.headers = {}
    const handler = createLambda({
      telemetry: recordedTelemetry().telemetry,
      operations: { lookupKnowledge: async (call) => ({ status: 200, body: call.json() }) },
    })
    expect((await replyOf(handler(event, lambdaContext()))).statusCode).toBe(200)
  })
})

describe('the bytes of a body', () => {
  test('come unspoilt, all 256 of them', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    expect((await postBytes(base64(all))).json).toEqual([...all])
  })

  test('of text are its UTF-8', async () => {
    expect((await postBytes({ body: '中' })).json).toEqual([0xe4, 0xb8, 0xad])
  })

  test('that were binary and came as text are refused, not stored spoilt', async () => {
    expect((await postBytes({ body: 'PDF \ufffd\ufffd' })).statusCode).toBe(400)
  })

  test('over the limit are a 413', async () => {
    const reply = await postBytes(base64(Buffer.alloc(limits.http.bodyBytes + 1)))
    expect(reply).toMatchObject({ statusCode: 413, json: { error: { code: 'E_PAYLOAD_TOO_LARGE' } } })
  })

  test('of no body are none', async () => {
    expect((await postBytes({})).json).toEqual([])
  })
})
