// Whatever the identifier: only itself and the ends of it that are plainly the same thing stand for it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeTexts } from '../judge-texts.ts'

const trees = 'alder birch cedar dogwood elm fir gorse hazel ivy juniper larch maple oak'.split(' ')
const names = fc.uniqueArray(fc.constantFrom(...trees), { minLength: 3, maxLength: 6 })
const numbers = fc.uniqueArray(fc.integer({ min: 11, max: 99 }), { minLength: 3, maxLength: 4 })

type Shape = {
  readonly parts: fc.Arbitrary<readonly (string | number)[]>
  readonly write: (parts: readonly (string | number)[]) => string
  /** Fewer parts are a word or a figure like any other. */
  readonly least: number
}
const joined = (mark: string, before = '', behind = '') => ({
  parts: names,
  write: (parts: readonly (string | number)[]) => `${before}${parts.join(mark)}${behind}`,
  least: 2,
})
const shapes: Record<string, Shape> = {
  'a path': { ...joined('/', '/'), least: 1 },
  'a path at home': { ...joined('/', '~/'), least: 1 },
  'a path of its own folder': { ...joined('/', './'), least: 1 },
  'a path without a root': { ...joined('/'), least: 3 },
  'a path on a drive': { ...joined('\\', 'C:\\'), least: 1 },
  'a file on a path': { ...joined('/', '/srv/', '.log'), least: 1 },
  'a URL': { ...joined('/', 'https://api.example.com/v1/'), least: 1 },
  'a URL with a query': { ...joined('&', 'https://api.example.com/v1?of='), least: 1 },
  'a key with colons': joined(':'),
  'a key with dots': joined('.'),
  'a key with colons and a number': joined(':', 'user:1042:'),
  'a key with underscores': joined('_'),
  'an environment variable': { ...joined('_'), write: (parts) => parts.join('_').toUpperCase() },
  'a host': joined('.', '', '.example.com'),
  'a flag': { ...joined('-', '--'), least: 1 },
  'a version with v': { parts: numbers, write: (parts) => `v${parts.join('.')}`, least: 1 },
  'a version by its word': { parts: numbers, write: (parts) => `version ${parts.join('.')}`, least: 1 },
  'an address': {
    parts: fc.uniqueArray(fc.integer({ min: 11, max: 99 }), { minLength: 4, maxLength: 4 }),
    write: (parts) => parts.join('.'),
    least: 2,
  },
  'an image with its tag': { parts: numbers, write: (parts) => `api:${parts.join('.')}`, least: 2 },
  'a command in code': joined(' ', '`kubectl delete ', '`'),
}

const inCode = (text: string) => (text.startsWith('`') ? text : `\`${text}\``)
const frames: readonly ((identifier: string) => string)[] = [
  (identifier) => `To heal the gateway, run ${identifier} on the primary node.`,
  (identifier) => `To heal the gateway, run ${inCode(identifier)} on the primary node.`,
  (identifier) => `网关变慢时先执行 ${identifier}，再看主节点。`,
]
const frame = fc.constantFrom(...frames)
const verdictOf = (write: (identifier: string) => string, stated: string, given: string) =>
  judgeTexts(write(stated), write(given)).verdict

describe.each(Object.entries(shapes))('%s', (_, { parts, write, least }) => {
  test('is supported whole', () => {
    fc.assert(
      fc.property(parts, frame, (all, say) => {
        expect(verdictOf(say, write(all), write(all))).toBe('SUPPORTED')
      }),
      { numRuns: 20 },
    )
  })

  test('is not supported cut short', () => {
    fc.assert(
      fc.property(parts, frame, fc.nat(), (all, say, at) => {
        const size = least + (at % (all.length - least || 1))
        fc.pre(size < all.length)
        expect(verdictOf(say, write(all.slice(0, size)), write(all))).not.toBe('SUPPORTED')
      }),
      { numRuns: 25 },
    )
  })

  test('is not supported with its parts in another order, all of them or some', () => {
    const some = parts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: least })))
    fc.assert(
      fc.property(some, frame, ([all, others], say) => {
        fc.pre(all.slice(-others.length).join(' ') !== others.join(' '))
        expect(verdictOf(say, write(others), write(all))).not.toBe('SUPPORTED')
      }),
      { numRuns: 25 },
    )
  })

  test('is not supported with a part more', () => {
    fc.assert(
      fc.property(parts, frame, (all, say) => {
        expect(verdictOf(say, write(all), write(all.slice(0, -1)))).not.toBe('SUPPORTED')
      }),
      { numRuns: 20 },
    )
  })
})

describe('an end that is plainly the same thing', () => {
  test.each([
    ['the last part of a dotted key', 'maximum_pool-size', 'spring.datasource.hikari.maximum_pool-size'],
    ['the last parts of a dotted key', 'hikari.maximum-pool-size', 'spring.datasource.hikari.maximum-pool-size'],
    ['a class without its package', 'SocketTimeoutException', 'java.net.SocketTimeoutException'],
    ['a file without its folder', 'app.log', '/var/log/app.log'],
    ['a file with one folder', 'log/app.log', '/var/log/app.log'],
    ['a file without its drive', 'app.log', 'C:\\data\\app.log'],
    ['a folder with its last slash', '/var/log/app/', '/var/log/app'],
    ['the path of a URL', '/v1/tenants/acme/cache', 'https://api.example.com/v1/tenants/acme/cache'],
    ['the host of a URL', 'api.example.com', 'https://api.example.com/v1/tenants'],
    ['the host of a URL with a port', 'api.example.com', 'https://api.example.com:8443/v1/tenants'],
    ['a host without its port', 'redis.example.com', 'redis.example.com:6379'],
    ['an address without its port', '10.0.0.12', '10.0.0.12:6379'],
    ['a host by its own label', 'db-1', 'db-1.eu.example.com'],
    ['an image without its registry', 'api:1.2.3', 'ghcr.io/acme/api:1.2.3'],
    ['a file without the line', '/etc/app.yaml', '/etc/app.yaml:42'],
    ['a setting without its value', 'max_connections', 'max_connections:200'],
    ['a flag without its value', '--max-old-space-size', '--max-old-space-size=4096'],
    ['an object without its namespace', 'api-7f9c', 'payments/api-7f9c'],
    ['an object without its kind', 'api-7f9c', 'pod/api-7f9c'],
    ['an object and its kind in two words', 'pod/api-7f9c', 'pod api-7f9c'],
    ['one of a list', 'p95', 'p95/p99'],
    ['one of a list of codes', 'ECONNRESET', 'ECONNRESET/ETIMEDOUT'],
    ['a list of what stands apart', 'p95/p99', 'p95 and p99'],
    ['a version without its v', 'version 1.24.3', 'v1.24.3'],
    ['a version of a word', 'version 3.11', 'python3.11'],
    ['a variable without its sign', 'DB_HOST', '\u0024{DB_HOST}'],
  ])('%s', (_, stated, given) => {
    for (const write of given.includes(stated) ? frames : frames.slice(0, 1))
      expect(verdictOf(write, stated, given)).toBe('SUPPORTED')
  })

  test.each([
    ['a path from the root for the end of another', '/app/old', '/var/log/app/old'],
    ['the domain of a host', 'eu.example.com', 'db-1.eu.example.com'],
    ['an end of a version', 'v24.3.1', 'v1.24.3.1'],
    ['an end of an address', '0.0.12', '10.0.0.12'],
    ['an end of the name of a file', 'prod.yaml', 'values.prod.yaml'],
    ['the domain of a mail address', 'example.com', 'ops@example.com'],
    ['a folder for all in it', '/var/log', '/var/log/*'],
    ['an index for all of a kind', 'app_logs-2024', 'app_logs-2024-*'],
    ['a URL without its query', 'https://api.example.com/v1/tenants', 'https://api.example.com/v1/tenants?name=acme'],
    ['a path up to a placeholder', '/v1/tenants', '/v1/tenants/{id}/cache'],
    ['a path up to a placeholder in angles', '/v1/tenants', '/v1/tenants/<id>'],
    ['the plural of a key', 'api_keys', 'api_key'],
    ['the plural of a path', '/var/logs', '/var/log'],
    ['one part of a qualified name', 'team_1', 'team_1/app_2'],
    ['another object of a kind', 'deployment/web', 'deployment/api, and web later'],
    ['a key with one colon for one with two', 'session:eu', 'session:eu:expired'],
    ['another flag with its value', '-Xmx8g', '-Xmx4g'],
    ['a value in place of another', 'log_level=debug', 'log_level=info'],
    ['a number in place of another', '--max-old-space-size=2048', '--max-old-space-size=4096'],
    ['a list of which one is the end of a path', 'old_1/app_2', '/srv/old_1 and app_2'],
    ['a path of words that stand apart', '/app/log', 'the app log'],
    ['a URL up to its password', 'amqp://guest', 'amqp://guest:secret@mq.example.com/jobs'],
    ['a release cut short', 'release 1.24', 'release 1.24.3'],
    ['an address that begins like it', '10.0.0.1', '10.0.0.12'],
  ])('is not %s', (_, stated, given) => {
    for (const write of frames) expect(verdictOf(write, stated, given)).not.toBe('SUPPORTED')
  })
})
