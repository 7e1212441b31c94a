import { describe, expect, test } from 'vitest'
import type { Rule } from '../../../../lib/semantic/rule.ts'
import { coverage } from '../../../../lib/semantic/rules/coverage.ts'
import { names } from '../../../../lib/semantic/rules/names.ts'
import { opposites } from '../../../../lib/semantic/rules/opposites.ts'
import { strength } from '../../../../lib/semantic/rules/strength.ts'
import { faultsOf } from '../faults-of.ts'

const reports: readonly [rule: Rule, why: string, statement: string, evidence: string, words: string[]][] = [
  [
    opposites,
    'raised for lowered',
    'We raised the memory limit of the pod.',
    'We lowered the memory limit of the pod.',
    ['raised'],
  ],
  [opposites, 'enable for disable', 'Enable the swap partition.', 'Disable the swap partition.', ['Enable']],
  [
    opposites,
    'before for after',
    'Drain the node after the upgrade starts.',
    'Drain the node before the upgrade starts.',
    ['after'],
  ],
  [opposites, '升高 for 降低', '升级后内存使用率升高。', '升级后内存使用率降低。', ['升高']],
  [opposites, '启用 for 禁用', '请启用交换分区。', '请禁用交换分区。', ['启用']],
  [names, 'a name that is nowhere', 'The broker is Kafka.', 'The broker is RabbitMQ.', ['Kafka']],
  [
    strength,
    'may made must',
    'The disk must always be the cause of slow queries.',
    'The disk may be the cause of slow queries.',
    ['must', 'always'],
  ],
  [strength, '可能 made 一定', '磁盘一定是查询变慢的原因。', '磁盘可能是查询变慢的原因。', ['一定']],
  [
    coverage,
    'other words',
    'Kubernetes schedules pods fairly.',
    'The coffee machine needs water.',
    ['Kubernetes', 'schedules', 'pods', 'fairly'],
  ],
  [
    coverage,
    'other words in Chinese',
    '调度器公平分配资源。',
    '咖啡机需要加水。',
    ['调度', '器', '公平', '分配', '资源'],
  ],
  [
    coverage,
    'an invented second sentence',
    'The pool is full and queries wait. Martians stole every backup tape.',
    'The pool is full and queries wait.',
    ['Martians', 'stole', 'backup', 'tape'],
  ],
]
const silent: readonly [rule: Rule, why: string, statement: string, evidence: string][] = [
  [opposites, 'both words in the evidence', 'We raised the limit.', 'We raised the limit and lowered the request.'],
  [
    opposites,
    'the opposite in other company',
    'Enable swap on the database node.',
    'Swap of the database node is active on weekdays, so please ask early and disable the firewall.',
  ],
  [opposites, 'both in Chinese', '内存使用率升高。', '内存使用率升高,磁盘使用率降低。'],
  [names, 'the first word', 'Restart the broker.', 'One restarts the broker.'],
  [names, 'the name is there', 'Restart the Kafka broker.', 'kafka: restart the broker'],
  [names, 'a month', 'It failed in March again.', 'It failed again.'],
  [
    strength,
    'reserve kept',
    'The disk may be the cause of all slow queries.',
    'The disk may be the cause of slow queries.',
  ],
  [
    strength,
    'as sure as the evidence',
    'The disk is always the cause of slow queries.',
    'The disk is always the cause of slow queries, it may seem.',
  ],
  [strength, 'reserve kept in Chinese', '磁盘可能是查询变慢的原因。', '磁盘可能是查询变慢的原因。'],
  [
    coverage,
    'inflected words',
    'Connections were exhausted by slow queries.',
    'A slow query exhausts the connection pool.',
  ],
  [coverage, 'words of neighbouring sentences', 'The full pool makes queries wait.', 'The pool is full. Queries wait.'],
  [coverage, 'Chinese in another order', '查询变慢导致连接池耗尽。', '连接池耗尽的原因是查询变慢。'],
]

describe('opposites, names, strength and coverage', () => {
  test.each(reports)('$name reports %s', (rule, _, statement, evidence, words) => {
    expect(faultsOf(rule, statement, evidence)).toEqual(words)
  })
  test.each(silent)('$name stays silent: %s', (rule, _, statement, evidence) => {
    expect(faultsOf(rule, statement, evidence)).toEqual([])
  })
})
