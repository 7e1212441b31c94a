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

/** What forbids without a "not", beside the order without it. */
const prohibitions: readonly [forbids: string, orders: string][] = [
  ['Avoid deleting the WAL files while the slot is active.', 'Delete the WAL files while the slot is active.'],
  ['Avoid using the force flag when draining the node.', 'Use the force flag when draining the node.'],
  ['When the slot is active, avoid deleting the WAL files.', 'When the slot is active, delete the WAL files.'],
  ['Try to avoid restarting the node during a backup.', 'Try restarting the node during a backup.'],
  ['Avoid restarting the failed node before it is fenced.', 'Restart the failed node before it is fenced.'],
  ['Avoid scaling the pool above 20 connections.', 'Scale the pool above 20 connections.'],
  ['Refrain from deleting the WAL files while the slot is active.', 'Delete the WAL files while the slot is active.'],
  ['Stop writing to the replica during the failover.', 'Write to the replica during the failover.'],
  ['The consumer stops reading when the partition is full.', 'The consumer reads when the partition is full.'],
  ['Beware of deleting the WAL files.', 'Delete the WAL files.'],
  ['We advise against running VACUUM FULL on busy tables.', 'We advise running VACUUM FULL on busy tables.'],
  ['It is dangerous to delete the WAL files.', 'Delete the WAL files.'],
  ['It is unsafe to delete the WAL files while the slot is active.', 'Delete the WAL files while the slot is active.'],
  ['It is forbidden to delete the WAL files.', 'Delete the WAL files.'],
  ['Users are prohibited from deleting the WAL files.', 'Users delete the WAL files.'],
  [
    'Deleting the WAL files must be avoided while the slot is active.',
    'Delete the WAL files while the slot is active.',
  ],
  ['Deleting the WAL files is forbidden.', 'Delete the WAL files.'],
  ['Restarting the primary during the backup is strictly prohibited.', 'Restart the primary during the backup.'],
  ['Deleting the WAL files is not allowed.', 'Delete the WAL files.'],
  ['Deleting the WAL files is unsafe.', 'Delete the WAL files.'],
  [
    'Deleting the WAL files is unsafe while the slot is active.',
    'Deleting the WAL files is fine while the slot is active.',
  ],
  ['严禁直接删除索引文件。', '直接删除索引文件。'],
  ['避免直接删除索引文件。', '直接删除索引文件。'],
  ['谨防直接删除索引文件。', '直接删除索引文件。'],
  ['禁止直接删除索引文件。', '直接删除索引文件。'],
  ['不得直接删除索引文件。', '直接删除索引文件。'],
  ['请勿直接删除索引文件。', '直接删除索引文件。'],
  ['切忌直接删除索引文件。', '直接删除索引文件。'],
  ['不允许手动修改配置。', '手动修改配置。'],
  ['不建议手动修改配置。', '手动修改配置。'],
  ['备份期间应避免重启数据库。', '备份期间应重启数据库。'],
  ['备份期间，避免重启数据库。', '备份期间，重启数据库。'],
  ['停止向主库写入数据。', '向主库写入数据。'],
]

/** The same forbidden, or the right way told, in other words: silent whichever of the two is the evidence. */
const reworded: readonly [one: string, other: string][] = [
  ['Avoid deleting the WAL files while the slot is active.', 'Do not delete the WAL files while the slot is active.'],
  ['Avoid deleting the WAL files while the slot is active.', 'Refrain from deleting the WAL files while it is active.'],
  ['Avoid deleting the WAL files.', 'Deleting the WAL files must be avoided.'],
  ['Avoid deleting the WAL files.', 'The WAL files must not be deleted.'],
  ['Avoid deleting the only replica of the shard.', 'Do not delete the only replica of the shard.'],
  ['Avoid deleting the WAL files while the slot is active.', 'Keep the WAL files while the slot is active.'],
  ['It is dangerous to delete the WAL files.', 'Deleting the WAL files is dangerous.'],
  ['Avoid restarting a node that is not drained.', 'Do not restart a node that is not drained.'],
  ['Stop writing to the replica during the failover.', 'Do not write to the replica during the failover.'],
  ['The service stopped responding after the upgrade.', 'The service does not respond after the upgrade.'],
  ['Avoid running ANALYZE during peak hours.', 'Run ANALYZE outside of peak hours.'],
  ['Avoid restarting the node during a backup.', 'Restart the node after the backup.'],
  ['Avoid using the force flag, use the drain flag instead.', 'Use the drain flag instead of the force flag.'],
  ['Avoid restarting the broker now because restarting it delays recovery.', 'Restarting the broker delays recovery.'],
  ['Avoid long transactions because they hold connections.', 'Long transactions hold connections.'],
  ['Drain the node first to avoid losing data.', 'A node that is rebooted early is losing data.'],
  ['Direct access to the bucket is forbidden.', 'Direct access to the bucket needs a key.'],
  ['Stop the service before the upgrade.', 'The service is down before the upgrade.'],
  ['Stop the report job when it holds connections.', 'The report job holds connections.'],
  ['Stop running containers on the node.', 'Stop all running containers on the node.'],
  ['严禁直接删除索引文件。', '不要直接删除索引文件。'],
  ['避免直接删除索引文件。', '请勿直接删除索引文件。'],
  ['备份期间应避免重启数据库。', '备份期间不要重启数据库。'],
  ['严禁直接删除索引文件，应通过接口删除。', '应通过接口删除索引文件。'],
  ['重启前先备份数据，避免丢失数据。', '直接重启丢失数据。'],
  ['避免长事务占用连接。', '长事务会占用连接。'],
  ['停止使用旧证书。', '不再使用旧证书。'],
  ['报表任务占用连接时，停止报表任务。', '报表任务占用连接。'],
  ['统计信息不准确。', '统计信息的准确性不足。'],
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
  test.each(prohibitions)('reports a prohibition dropped, and one added: %s', (forbids, orders) => {
    expect(faultsOf(polarity, orders, forbids)).not.toEqual([])
    expect(faultsOf(polarity, forbids, orders)).not.toEqual([])
  })
  test.each(prohibitions)('stays silent where both forbid it: %s', (forbids) => {
    expect(faultsOf(polarity, forbids, `${forbids} Then write the report.`)).toEqual([])
  })
  test.each(reworded)('stays silent on what forbids in other words, both ways: %s / %s', (one, other) => {
    expect(faultsOf(polarity, one, other)).toEqual([])
    expect(faultsOf(polarity, other, one)).toEqual([])
  })
  test('takes a negation that is dropped inside a prohibition for one', () => {
    const evidence = 'Avoid restarting a node that is not drained.'
    expect(faultsOf(polarity, 'Avoid restarting a node that is drained.', evidence)).not.toEqual([])
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
