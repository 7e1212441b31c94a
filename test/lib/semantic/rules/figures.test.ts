import { describe, expect, test } from 'vitest'
import { figures } from '../../../../lib/semantic/rules/figures.ts'
import { faultsOf } from '../faults-of.ts'

const reports: readonly [why: string, statement: string, evidence: string, words: string[]][] = [
  [
    'a number that the evidence has far from what this is about',
    'The scheduler keeps 80 workers alive overnight.',
    'Workers of the scheduler stay alive. Ask the person on call. Write a report. Lunch costs 80 crowns.',
    ['80'],
  ],
  [
    'another year, told in another order',
    'Upgraded in 2023: the cluster.',
    'The cluster was upgraded in 2021.',
    ['2023'],
  ],
  ['a unit that the evidence does not name', 'The pool size is 50 seconds.', 'The pool size is 50.', ['50 seconds']],
  ['a figure rounded to its first digit', 'Latency rose to 1 s.', 'Latency rose to 1.04 s.', ['1 s']],
  [
    'an approximation that is far off',
    'About 1,300 messages are waiting.',
    'There are 1,012 messages waiting.',
    ['1,300'],
  ],
  ['a number that would be the same in units of another kind', 'It holds 473 MB.', 'It holds 451 MB.', ['473 MB']],
  [
    'a time where the evidence counts something',
    'The timeout is 30 seconds.',
    'The timeout is 30 retries.',
    ['30 seconds'],
  ],
  ['another number', 'The pool size is 80 connections.', 'The pool size is 50 connections.', ['80']],
  ['another unit', 'The gateway times out after 30 min.', 'The gateway times out after 30 s.', ['30 min']],
  ['a wrong conversion', 'The gateway times out after 3 minutes.', 'The gateway times out after 90 s.', ['3 minutes']],
  ['another percentage', 'Disk usage is at 95%.', 'Disk usage is at 85%.', ['95%']],
  [
    'a number that the evidence has about something else',
    'The pool size is 80.',
    'The pool size is 50. We had 80 visitors at lunch.',
    ['80'],
  ],
  [
    'two figures exchanged',
    'The job retries 10 times within 5 minutes.',
    'The job retries 5 times within 10 minutes.',
    ['10', '5 minutes'],
  ],
  [
    'a changed figure that stands once more in the sentence',
    'Use 20 workers and 20 queues.',
    'Use 8 workers and 20 queues.',
    ['20'],
  ],
  [
    'another year where all else is the same',
    'The cluster was upgraded in 2023.',
    'The cluster was upgraded in 2021.',
    ['2023'],
  ],
  [
    'another count in words where all else is the same',
    'Restart the three replicas in order.',
    'Restart the five replicas in order.',
    ['three'],
  ],
  [
    'a number with thousands separators',
    'The queue holds 12,000 messages.',
    'The queue holds 1,200 messages.',
    ['12,000'],
  ],
  ['another number in Chinese', '连接池的大小是80个连接。', '连接池的大小是50个连接。', ['80个']],
  ['another unit in Chinese', '网关在30分钟后超时。', '网关在30秒后超时。', ['30分钟']],
  ['another Chinese numeral', '任务失败后重试五次。', '任务失败后重试三次。', ['五次']],
  ['another full-width number', '磁盘使用率达到９５％。', '磁盘使用率达到85%。', ['95%']],
  ['another share in words', '百分之九十的请求超时。', '85%的请求超时。', ['百分之九十']],
]

/** Evidence about two things that differ in a word or two; the statement has the figure of the wrong one. */
const twins: readonly [why: string, statement: string, evidence: string, words: string[]][] = [
  [
    'where nearly the same is said with another, and a sentence unlike that has the figure and most of the words',
    'By default, the message queue has a retry timeout of 473 seconds today.',
    'The message queue retry timeout is by default 451 seconds. Engineers of the scheduler team raised its queue by default: bodies wait the retry timeout of 473 seconds.',
    ['473 seconds'],
  ],
  [
    'where two long sentences differ in the subject, and neither has all the words',
    'The gateway keeps 80 idle upstream connections open today.',
    'Since the last review, the gateway in the eastern region keeps 50 idle upstream connections open at night. Since the last review, the scheduler in the eastern region keeps 80 idle upstream connections open at night.',
    ['80'],
  ],
  [
    'where a long sentence has all the words, and one unlike it has the figure and all words but one',
    'The gateway keeps 80 idle upstream connections open.',
    'Since the last review, the gateway in the eastern region keeps 50 idle upstream connections open at night. Whoever restarts the scheduler finds 80 idle upstream connections open and keeps a note of them.',
    ['80'],
  ],
  [
    'where a long sentence has most of the words, and the one with the figure hardly any',
    'The gateway keeps 80 idle upstream connections open today.',
    'Since the last review, the gateway in the eastern region keeps 50 idle upstream connections open at night. We had 80 visitors of the gateway at lunch.',
    ['80'],
  ],
  [
    'of the sentence about another thing, where all else is the same',
    'The retry timeout of the message queue is set to 473 seconds by default.',
    'The retry timeout of the message queue is set to 451 seconds by default. The retry timeout of the gateway is set to 473 seconds by default.',
    ['473 seconds'],
  ],
  [
    'told in other words than both',
    'By default, the message queue has a retry timeout of 473 seconds.',
    'The retry timeout of the message queue is set to 451 seconds. The retry timeout of the disk cache is set to 473 seconds.',
    ['473 seconds'],
  ],
  [
    'beside a longer sentence that has all its words',
    'The gateway keeps 80 idle upstream connections open.',
    'Since the review, the gateway in the east keeps 50 idle upstream connections open at night. The scheduler keeps 80 idle connections open.',
    ['80'],
  ],
  [
    'beside a sentence in the same words that has no figure',
    'The retry timeout of the message queue is set to 473 seconds by default.',
    'The retry timeout of the message queue is set by default. The retry timeout of the message queue is set to 451 seconds by default. The retry timeout of the gateway is set to 473 seconds by default.',
    ['473 seconds'],
  ],
  [
    'of another thing in Chinese',
    '消息队列的重试超时默认设置为473秒。',
    '消息队列的重试超时默认设置为451秒。磁盘缓存的重试超时默认设置为473秒。',
    ['473秒'],
  ],
  [
    'of the same thing measured in something else',
    'The quota of the gateway is 473 connections by default.',
    'The quota of the gateway is 451 connections by default. The quota of the gateway connections is 473 MB by default.',
    ['473'],
  ],
  [
    'of another year in the sentence about another thing',
    'The primary database of the eastern region was upgraded in 2023.',
    'The primary database of the eastern region was upgraded in 2021. The primary database of the western region was upgraded in 2023.',
    ['2023'],
  ],
]

const silent: readonly [why: string, statement: string, evidence: string][] = [
  [
    'one of two sentences that say this with different figures',
    '80 is the size of the pool.',
    'The pool size is 50. In the eastern region, behind the gateway, the pool size is 80.',
  ],
  [
    'the figure of the sentence about this, beside one about another thing',
    'By default, the message queue has a retry timeout of 451 seconds.',
    'The retry timeout of the message queue is set to 451 seconds. The retry timeout of the disk cache is set to 473 seconds.',
  ],
  [
    'two figures that two sentences say apart',
    'The gateway keeps 50 connections open and waits 30 seconds for each.',
    'The gateway keeps 50 connections open. For each of them it waits 30 seconds.',
  ],
  [
    'two figures of one sort that two sentences say apart',
    'The gateway waits 30 seconds for a connection and 60 seconds for an answer.',
    'The gateway waits 30 seconds for a connection of the upstream. Its answer may take 60 seconds.',
  ],
  [
    'a figure of another sort in the sentence that has more of the words',
    'The gateway keeps idle upstream connections open for 30 seconds.',
    'Idle upstream connections that the gateway keeps open are 50. Upstream connections of the gateway stay open for 30 seconds.',
  ],
  ['decimal and binary megabytes', 'The heap is 473 MB.', 'The heap is 451 MiB.'],
  ['binary megabytes as gigabytes', 'The heap is 0.5 GB.', 'The heap is 512 MB.'],
  ['the same number', 'The pool holds 50 connections.', 'The pool size is 50 connections.'],
  ['seconds as minutes', 'The gateway times out after 1.5 minutes.', 'The gateway times out after 90 s.'],
  ['milliseconds as seconds', 'The probe waits 2 seconds.', 'The probe waits 2000 ms.'],
  ['hours as minutes', 'Backups take 90 min.', 'Backups take 1.5 h.'],
  ['decimal megabytes as gigabytes', 'The heap is 2 GB.', 'The heap is 2000 MB.'],
  ['binary mebibytes as gibibytes', 'The heap is 2 GiB.', 'The heap is 2048 MiB.'],
  ['a Kubernetes quantity', 'The limit is 512 MiB.', 'limits: memory: 512Mi'],
  ['a percentage as a fraction', 'Alert when usage exceeds 85%.', 'Alert when usage exceeds 0.85.'],
  ['a fraction as a percentage', 'Alert when usage exceeds 0.85.', 'Alert when usage exceeds 85%.'],
  ['thousands separators', 'The queue holds 12000 messages.', 'The queue holds 12,000 messages.'],
  ['a number in words', 'The job retries 3 times.', 'The job retries three times.'],
  ['a large number in words', 'The table has 2.5 million rows.', 'The table has 2,500,000 rows.'],
  ['a rounded figure', 'Latency rose to 1.3 s.', 'Latency rose to 1.27 s.'],
  ['an approximate figure', 'About 1,000 messages are waiting.', 'There are 1,012 messages waiting.'],
  ['a range whose unit stands at its end', 'It takes at least 5 min.', 'It takes 5-10 min.'],
  ['a unit that the key names', 'The timeout is 30 seconds.', 'timeout_seconds: 30'],
  ['a value behind an equals sign', 'The limit is 200 connections.', 'Set max_connections=200 for this.'],
  ['a year that nothing contradicts', 'In 2024 the pool size was 50.', 'The pool size was 50.'],
  ['a list ordinal', '3. Restart the pod.', 'Restart the pod.'],
  ['a numbered step', 'Step 4 is to restart the pod.', 'Then restart the pod.'],
  ['a citation mark', 'Restart the pod [4].', 'Restart the pod.'],
  ['a count of what is listed', 'There are two causes, memory and disk.', 'Causes are memory and disk.'],
  ['"one" as a pronoun', 'This is the one to restart.', 'This is the pod to restart.'],
  ['the same number in Chinese', '连接池有50个连接。', '连接池的大小是50个连接。'],
  ['Chinese numerals as digits', '任务失败后重试3次。', '任务失败后重试三次。'],
  ['万 as a number', '队列有12000条消息。', '队列有1.2万条消息。'],
  ['full-width digits', '磁盘使用率达到８５％。', '磁盘使用率达到85%。'],
  ['a share in words', '百分之八十五的请求超时。', '85%的请求超时。'],
  ['Chinese units converted', '网关在1.5分钟后超时。', '网关在90秒后超时。'],
  ['units across languages', '网关在 30 秒后超时。', 'timeout: 30s 网关超时'],
  ['a Chinese list ordinal', '① 重启服务', '重启服务'],
  ['一个 as an article', '这是一个已知问题。', '这是已知问题。'],
]

describe('figures', () => {
  test.each(reports)('reports %s', (_, statement, evidence, words) => {
    expect(faultsOf(figures, statement, evidence)).toEqual(words)
  })
  test.each(twins)('reports a figure %s', (_, statement, evidence, words) => {
    expect(faultsOf(figures, statement, evidence)).toEqual(words)
  })
  test.each(silent)('stays silent: %s', (_, statement, evidence) => {
    expect(faultsOf(figures, statement, evidence)).toEqual([])
  })
})
