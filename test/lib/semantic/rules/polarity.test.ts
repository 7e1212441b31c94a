import { describe, expect, test } from 'vitest'
import { polarity } from '../../../../lib/semantic/rules/polarity.ts'
import { faultsOf } from '../faults-of.ts'

const opposed: readonly [negative: string, positive: string][] = [
  ['Do not restart the database during a backup.', 'Restart the database during a backup.'],
  ["Don't restart the database during a backup.", 'Restart the database during a backup.'],
  ['The service is not running.', 'The service is running.'],
  ['The node cannot reach the registry.', 'The node can reach the registry.'],
  ['No data is lost when the primary restarts.', 'Data is lost when the primary restarts.'],
  ['The cache is never flushed by the job.', 'The cache is flushed by the job.'],
  ['The upgrade runs without downtime.', 'The upgrade runs with downtime.'],
  ['服务没有启动。', '服务有启动。'],
  ['备份期间不要重启数据库。', '备份期间要重启数据库。'],
  ['网关不会自动重试请求。', '网关会自动重试请求。'],
  ['节点无法访问镜像仓库。', '节点可以访问镜像仓库。'],
  ['副本尚未同步完成。', '副本已经同步完成。'],
  ['禁止删除该分区。', '删除该分区。'],
]

const silent: readonly [why: string, statement: string, evidence: string][] = [
  ['both negated', 'The service is not running.', 'The service is not running now.'],
  ['both negated in other words', 'The node is unable to reach the registry.', 'The node cannot reach the registry.'],
  ['"not only" is no negation', 'It logs not only errors but also warnings.', 'It logs errors and also warnings.'],
  ['"No." is a number', 'Use node No. 5 of the cluster.', 'Use node 5 of the cluster.'],
  ['the negation is about something else', 'Restart the pod.', 'Restart the pod. Do not delete the volume.'],
  [
    'a word that denies by itself',
    'The client cannot connect to the broker.',
    'Connect attempts of the client to the broker are refused.',
  ],
  [
    'another sentence of the evidence agrees',
    'The service is running.',
    'The service is not running. The service is running.',
  ],
  ['both negated in Chinese', '服务没有启动。', '目前服务没有启动。'],
  ['不断 is no negation', '内存不断增长。', '内存增长。'],
  ['是否 is no negation', '检查服务是否启动。', '检查服务启动。'],
]

describe('polarity', () => {
  test.each(opposed)('reports a negation added: %s', (negative, positive) => {
    expect(faultsOf(polarity, negative, positive)).not.toEqual([])
  })
  test.each(opposed)('reports a negation dropped: %s', (negative, positive) => {
    expect(faultsOf(polarity, positive, negative)).not.toEqual([])
  })
  test('compares with the sentence that is nearly the same, not with a longer one that has the same words', () => {
    const evidence = 'Operators of a cluster that can tolerate the failure of a node seldom see it.'
    const statement = 'The cluster can tolerate node failure.'
    expect(faultsOf(polarity, statement, `${evidence} The cluster cannot tolerate node failure.`)).toEqual(['cannot'])
  })
  test.each(silent)('stays silent: %s', (_, statement, evidence) => {
    expect(faultsOf(polarity, statement, evidence)).toEqual([])
  })
})
