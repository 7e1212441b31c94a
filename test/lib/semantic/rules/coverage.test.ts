import { describe, expect, test } from 'vitest'
import { judgeTexts as judge } from '../judge-texts.ts'

const gateway =
  'Gateway timeouts\nThe gateway gives up after 60 s when the upstream is slow. Do not restart the gateway while requests are in flight.'
const pool =
  'MySQL connection pool\nThe connection pool often runs dry because long transactions hold connections. The pool holds 20 connections. Latency grows while the gateway waits for the pool. Exhaustion shows in the log.'
const chineseGateway = '网关超时\n上游响应缓慢时，网关会在 60 秒后放弃请求。请求尚未处理完时，不要重启网关。'
const chinesePool =
  '数据库连接池\n连接池耗尽通常是因为长事务一直占用连接。连接池最多有 20 个连接。客户端的网关等待连接池。'

describe('a short statement', () => {
  test.each([
    ['The gateway was hacked.', gateway, 'hacked'],
    ['gateway hacked', gateway, 'hacked'],
    ['The gateway crashed.', gateway, 'crashed'],
    ['The gateway broke.', gateway, 'broke'],
    ['The upstream gateway has a virus.', gateway, 'virus'],
    ['The upstream of the gateway will explode.', gateway, 'explode'],
    ['Attackers took the upstream gateway down.', gateway, 'Attackers'],
    ['Thieves harm the upstream gateway.', gateway, 'Thievesharm'],
    ['The cause of this problem is a hacked gateway.', gateway, 'hacked'],
    ['The connection pool of the gateway was hacked.', pool, 'hacked'],
    ['The MySQL connection pool of the gateway is corrupt.', pool, 'corrupt'],
    ['The pool leaks memory.', pool, 'leaksmemory'],
    ['网关被黑客入侵了。', chineseGateway, '黑客入侵'],
    ['网关崩溃了。', chineseGateway, '崩溃'],
    ['网关遭到攻击', chineseGateway, '遭到攻击'],
    ['原因是网关被攻击。', chineseGateway, '攻击'],
    ['数据库崩溃了。', chinesePool, '崩溃'],
    ['连接池被删除了。', chinesePool, '删除'],
    ['数据库连接池被黑客攻破了。', chinesePool, '攻破'],
  ])('is reported when the evidence knows its subject and not what it says of it: %s', (text, excerpt, invented) => {
    const judged = judge(text, excerpt)
    expect(judged).toMatchObject({ verdict: 'UNSUPPORTED', rule: 'coverage' })
    // A segmenter may cut a Chinese word in its characters.
    expect(judged.words.join('')).toContain(invented)
  })

  test.each([
    ['The gateway gives up after 60 s when the upstream is slow. The gateway was hacked.', gateway, 'hacked'],
    ['上游响应缓慢时，网关会在 60 秒后放弃请求。网关被入侵了。', chineseGateway, '入侵'],
  ])('is reported behind a true sentence, too: %s', (text, excerpt, word) => {
    expect(judge(text, excerpt)).toMatchObject({ verdict: 'UNSUPPORTED', words: [word] })
  })

  test.each([
    ['The upstream is slow.', gateway],
    ['The gateway times out.', gateway],
    ['The gateway timed out after 60 s.', gateway],
    ['Upstream slowness explains the timeouts.', gateway],
    ['The cause is a slow upstream.', gateway],
    ['Check the gateway.', gateway],
    ['The pool is exhausted.', pool],
    ['Pool latency rose and rises.', pool],
    ['The pool of the gateway is dry.', pool],
    ['The connection pool with its MySQL transactions is exhausted by connections.', pool],
    ['上游很慢。', chineseGateway],
    ['上游变慢导致网关超时。', chineseGateway],
    ['原因可能是上游响应缓慢。', chineseGateway],
    ['查看网关。', chineseGateway],
    ['连接池已耗尽。', chinesePool],
    ['连接被长事务占用。', chinesePool],
  ])('stays silent for the same in another form: %s', (text, excerpt) => {
    expect(judge(text, excerpt)).toMatchObject({ verdict: 'SUPPORTED' })
  })

  test.each([
    ['one unknown word in a longer sentence', 'The gateway always gives up after 60 s when a busy upstream is slow.'],
    ['a predicate of which something is known', 'The gateway is waiting for the slow upstream.'],
    ['a predicate with the figure that is known', 'The patience of gateway and upstream is 60 s.'],
  ])('and the rule stays silent for %s', (_, text) => {
    expect(judge(text, gateway)).toMatchObject({ verdict: 'SUPPORTED' })
  })
})
