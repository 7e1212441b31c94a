import { describe, expect, test } from 'vitest'
import { identifiers } from '../../../../lib/semantic/rules/identifiers.ts'
import { faultsOf } from '../faults-of.ts'

const reports: readonly [why: string, statement: string, evidence: string, words: string[]][] = [
  ['another configuration key', 'Raise max_connections first.', 'Raise pool_size first.', ['max_connections']],
  [
    'another dotted key',
    'Set spring.redis.timeout first.',
    'Set spring.datasource.url first.',
    ['spring.redis.timeout'],
  ],
  ['another path', 'Read /var/log/nginx/error.log.', 'Read /var/log/syslog.', ['/var/log/nginx/error.log']],
  ['another error code', 'The log shows ORA-00942.', 'The log shows ORA-00943.', ['ORA-00942']],
  ['another error name', 'The client sees ECONNRESET.', 'The client sees ECONNREFUSED.', ['ECONNRESET']],
  ['another version', 'Upgrade to v1.28.3.', 'Upgrade to v1.27.3.', ['v1.28.3']],
  ['another flag', 'Start it with --force.', 'Start it with --dry-run.', ['--force']],
  ['another one-letter flag: case matters', 'Run it with -R.', 'Run it with -r.', ['-R']],
  ['another address', 'Connect to 10.0.0.7:6379.', 'Connect to 10.0.0.8:6379.', ['10.0.0.7:6379']],
  ['another alert', 'KubePodNotReady fires.', 'KubePodCrashLooping fires.', ['KubePodNotReady']],
  ['another percentile', 'The p99 latency is high.', 'The p95 latency is high.', ['p99']],
  [
    'a key that the evidence has about something else',
    'Raise pool_max to get more connections.',
    'Raise pool_size to get more connections. Lunch is at pool_max today.',
    ['pool_max'],
  ],
  ['another key in Chinese', '请调大 max_connections 参数。', '请调大 pool_size 参数。', ['max_connections']],
  ['another path in Chinese', '查看/var/log/app.log日志。', '查看/var/log/db.log日志。', ['/var/log/app.log']],
]
const silent: readonly [why: string, statement: string, evidence: string][] = [
  [
    'two keys that two sentences say apart',
    'Set max_connections in /etc/my.cnf of the primary database.',
    'The primary database is set in /etc/my.cnf. Set max_connections there.',
  ],
  ['the same key', 'Raise max_connections.', 'Increase max_connections to 200.'],
  ['a key with its value behind', 'Set max_connections.', 'max_connections=200'],
  ['the end of a dotted key', 'Set max_connections.', 'Set mysql.max_connections to 200.'],
  ['a file without its folder', 'Look into error.log.', 'Look into /var/log/nginx/error.log.'],
  ['other case', 'kubepodcrashlooping and OOMKILLED fire.', 'KubePodCrashLooping and OOMKilled fire.'],
  ['the plural', 'Two Su-25s are there.', 'A Su-25 is there.'],
  ['words with a hyphen', 'It is a well-known, long-running job.', 'The job is known and runs long.'],
  ['abbreviations', 'The U.S. region, e.g. the east, is down.', 'The region is down.'],
  ['a number with its unit', 'It waits 30s, 512Mi and 10%.', 'It waits.'],
  ['a slash between words', 'Check the read/write ratio.', 'Check the ratio.'],
  ['the same key in Chinese', '调大max_connections参数。', '请调大 max_connections 参数。'],
]

describe('identifiers', () => {
  test.each(reports)('reports %s', (_, statement, evidence, words) => {
    expect(faultsOf(identifiers, statement, evidence)).toEqual(words)
  })
  test.each(silent)('stays silent: %s', (_, statement, evidence) => {
    expect(faultsOf(identifiers, statement, evidence)).toEqual([])
  })
})
