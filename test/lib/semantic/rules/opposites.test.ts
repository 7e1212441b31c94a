import { describe, expect, test } from 'vitest'
import { opposites } from '../../../../lib/semantic/rules/opposites.ts'
import { type DirectionWord, directionRows } from '../../../../lib/semantic/words/direction-words.ts'
import { faultsOf } from '../faults-of.ts'

const han = /^\p{Script=Han}/u

/** A sentence that has the word where it says something. */
function sentenceWith({ text, anchor }: DirectionWord): string {
  if (han.test(text)) return anchor === 'figure' ? `网关的内存在90%${text}。` : `网关的内存${text}阈值。`
  return anchor === 'figure' ? `The gateway has memory ${text} 90 %.` : `The gateway notes ${text} memory of the pool.`
}
const said = directionRows.map(([left, right]) => ({
  row: `${left.map(({ text }) => text).join(', ')} / ${right.map(({ text }) => text).join(', ')}`,
  left,
  right,
}))

describe.each(said)('$row', ({ left, right }) => {
  const pairs = left.flatMap((one) => right.map((other) => [one, other] as const))
  /** A sign or 以上 speaks of a figure only, other words of anything: they meet in sentences with one. */
  const comparable = pairs.filter(([one, other]) => (one.anchor === 'figure') === (other.anchor === 'figure'))

  test('are opposed, both ways', () => {
    for (const [one, other] of comparable) {
      const [first, second] = [sentenceWith(one), sentenceWith(other)]
      expect([first, faultsOf(opposites, first, second)]).toEqual([first, [one.text]])
      expect([second, faultsOf(opposites, second, first)]).toEqual([second, [other.text]])
    }
  })

  test('are silent on their own side', () => {
    for (const side of [left, right])
      for (const one of side)
        for (const other of side)
          expect([one.text, other.text, faultsOf(opposites, sentenceWith(one), sentenceWith(other))]).toEqual([
            one.text,
            other.text,
            [],
          ])
  })
})

/** Each is at fault beside the other, whichever of the two is the evidence. */
const opposed: readonly [one: string, other: string][] = [
  ['The alert fires when memory usage is above 90 %.', 'The alert fires when memory usage is below 90 %.'],
  ['p99 stays below 800 ms.', 'p99 is above 800 ms.'],
  ['Scale up to 10 replicas.', 'Scale down to 10 replicas.'],
  ['The queue holds more than 1000 messages.', 'The queue holds less than 1000 messages.'],
  ['The queue holds more than 1000 messages.', 'The queue holds no more than 1000 messages.'],
  ['Keep at least 3 replicas.', 'Keep at most 3 replicas.'],
  ['Keep at least 3 replicas.', 'Keep fewer than 3 replicas.'],
  ['Use 10 or more workers.', 'Use 10 or less workers.'],
  ['The error rate rose from 1 % to 5 % at night.', 'The error rate fell from 5 % to 1 % at night.'],
  ['Writes are retried at most 3 times.', 'Writes are retried 3 times or more.'],
  ['Writes are retried at most 3 times.', 'Writes are retried 3 or more times.'],
  ['Writes are retried at least 3 times.', 'Writes are retried 3 times or less.'],
  ['Writes are retried at least 3 times.', 'Writes are retried 3 times or fewer.'],
  ['Alert when usage is at most 90 %.', 'Alert when usage is 90 % or above.'],
  ['Alert when usage is at least 90 %.', 'Alert when usage is 90 % or below.'],
  ['Alert when usage is at least 90 %.', 'Alert when usage is 90 % or lower.'],
  ['The service answers within 200 ms.', 'The service answers in over 200 ms.'],
  ['Alert when memory > 90 %.', 'Alert when memory < 90 %.'],
  ['Alert when memory is above 90 %.', 'Alert when memory < 90 %.'],
  ['The usage is above the threshold.', 'The usage is below the threshold.'],
  ['The usage stays within the budget.', 'The usage stays outside the budget.'],
  ['Turn on swap on the node.', 'Turn off swap on the node.'],
  ['The service is up.', 'The service is down.'],
  ['Set read_only to true.', 'Set read_only to false.'],
  ['Do not go above 100 connections.', 'Go above the limit of 100 connections, at least 100 connections.'],
  ['内存使用率高于90%时告警。', '内存使用率低于90%时告警。'],
  ['内存使用率在90%以上时告警。', '内存使用率在90%以下时告警。'],
  ['内存使用率达到90%以上时告警。', '内存使用率低于90%时告警。'],
  ['至少保留3个副本。', '最多保留3个副本。'],
  ['最多重试3次。', '重试3次及以上。'],
  ['最多重试3次。', '重试3次或更多。'],
  ['至少重试3次。', '重试3次及以下。'],
  ['连接数不超过100个。', '连接数超过100个。'],
  ['重启前先备份数据库。', '重启后先备份数据库。'],
]

/** Two steps that change places, whichever of the two is the evidence. */
const misordered: readonly [one: string, other: string][] = [
  ['Drain the node before you reboot it.', 'Reboot the node before you drain it.'],
  ['Drain the node, then reboot it.', 'Reboot the node, then drain it.'],
  ['Reboot the node after you drain it.', 'Drain the node after you reboot it.'],
  ['After you drain the node, reboot it.', 'After you reboot the node, drain it.'],
  ['Before you reboot the node, drain it.', 'Before you drain the node, reboot it.'],
  ['Drain the node before you reboot it.', 'After you reboot the node, drain it.'],
  ['Call the owner, drain the node before you reboot it.', 'Call the owner, reboot the node before you drain it.'],
  ['先摘流量，再重启节点。', '先重启节点，再摘流量。'],
  ['先备份数据库，然后升级集群。', '先升级集群，然后备份数据库。'],
]

/** The same order in other words. */
const ordered: readonly [one: string, other: string][] = [
  ['Drain the node before you reboot it.', 'Reboot the node after you drain it.'],
  ['Drain the node before you reboot it.', 'Before you reboot the node, drain it.'],
  ['Drain the node before you reboot it.', 'After you drain the node, reboot it.'],
  ['Drain the node before you reboot it.', 'First drain the node, then reboot it.'],
  ['Drain the node before you reboot it.', 'Do not reboot the node before you drain it.'],
  ['Reboot the node before you drain it, then call.', 'Drain the node before you reboot it.'],
  ['The database is backed up before the restart.', 'Restart after the database is backed up.'],
  ['先摘流量，再重启节点。', '重启节点之前先摘流量。'],
  ['先摘流量，再重启节点。', '摘流量后再重启节点。'],
]

/** Both words are in the evidence: what stands beside the word decides. */
const misplaced: readonly [statement: string, evidence: string, words: string[]][] = [
  [
    'The queue rises above 10 items at night.',
    'The queue falls below 10 items at night after it rose above 90.',
    ['rises', 'above'],
  ],
  ['Scale down at night.', 'Scale up at night and down by day.', ['down']],
  ['Enable the firewall.', 'Disable the firewall, then enable swap.', ['Enable']],
  ['Enable swap, disable the firewall.', 'Disable swap, enable the firewall.', ['Enable', 'disable']],
  ['内存低于90%时告警。', '内存高于90%时告警,低于70%时恢复。', ['低于']],
]

const silent: readonly [why: string, statement: string, evidence: string][] = [
  ['the same bound in other words', 'Alert when usage is above 85 %.', 'Alert when usage exceeds 85 %.'],
  ['a negated bound', 'The heap must not exceed 75 % of it.', 'Keep the heap below 75 % of it.'],
  ['a negated bound behind a verb', 'Stay below 100 connections.', 'Do not go above 100 connections.'],
  ['at most for no more than', 'Allow at most 5 connections.', 'Allow no more than 5 connections.'],
  ['a lower limit is no bound', 'The alert has a lower limit 90 % of it.', 'The alert has a limit above 90 % of it.'],
  ['rose for up', 'The error rate rose from 1 % to 5 %.', 'The error rate went up from 1 % to 5 %.'],
  ['or more for at least', 'Writes are retried 3 times or more.', 'Writes are retried at least 3 times.'],
  ['or less for at most', 'Writes are retried 3 times or less.', 'Writes are retried at most 3 times.'],
  ['or higher for at least', 'Alert when usage is 90 % or higher.', 'Alert when usage is at least 90 %.'],
  ['及以下 for 最多', '重试3次及以下。', '最多重试3次。'],
  ['及以上 for 至少', '重试3次及以上。', '至少重试3次。'],
  ['at least for or more', 'Use at least 10 workers.', 'Use 10 or more workers.'],
  [
    'a time that passes',
    'It gives up when no reply comes for more than 60 s.',
    'It gives up when no reply comes within 60 s.',
  ],
  ['one of two bounds', 'The queue rose above 90.', 'The queue falls below 10 after it rose above 90.'],
  ['both bounds', 'The queue falls below 10 and rises above 90.', 'The queue falls below 10 after it rose above 90.'],
  ['a figure bound both ways', 'Usage is above 90 % by day.', 'Usage is below 90 % at night and above 90 % by day.'],
  ['one of two ways', 'The pool shrinks down to 2.', 'The pool grows up to 10 and shrinks down to 2.'],
  ['up and down', 'The load goes up and down.', 'The load goes up and down at night.'],
  ['a bound of another figure', 'Usage is below 95 %.', 'Usage is above 90 % and below 95 %.'],
  ['until for while', 'Wait until usage is below 90 %.', 'Wait while usage is above 90 %.'],
  ['over as a span', 'Latency over HTTP is high.', 'Latency under load is high.'],
  ['more of another thing', 'Give the pod more memory.', 'The pod has memory and needs less disk.'],
  ['a negated word for its opposite', 'The upstream is unavailable.', 'The upstream is not available.'],
  ['another Chinese word for the same bound', '延迟高于 800 ms 时触发告警。', '延迟超过 800 ms 时告警。'],
  ['不少于 for 至少', '副本数不少于3个。', '副本数至少3个。'],
  ['前 and 后 within other words', '目前后端变慢。', '当前后端变慢,然后恢复。'],
  ['one of two Chinese bounds', '内存低于70%时恢复。', '内存高于90%时告警,低于70%时恢复。'],
]

describe('a direction beside its opposite', () => {
  test.each(opposed)('is reported, both ways: %s / %s', (one, other) => {
    expect(faultsOf(opposites, one, other)).not.toEqual([])
    expect(faultsOf(opposites, other, one)).not.toEqual([])
  })
  test.each(misordered)('is reported of steps that change places, both ways: %s / %s', (one, other) => {
    expect(faultsOf(opposites, one, other)).not.toEqual([])
    expect(faultsOf(opposites, other, one)).not.toEqual([])
  })
  test.each(ordered)('stays silent on steps in one order: %s / %s', (one, other) => {
    expect(faultsOf(opposites, one, other)).toEqual([])
    expect(faultsOf(opposites, other, one)).toEqual([])
  })
  test('stays silent where one of the best sentences has the order', () => {
    const evidence = 'Drain the node before you reboot it. Reboot the node before you drain it!'
    expect(faultsOf(opposites, 'You drain the node before you reboot it.', evidence)).toEqual([])
  })
  test.each(misplaced)('is reported where the evidence has both: %s', (statement, evidence, words) => {
    expect(faultsOf(opposites, statement, evidence)).toEqual(words)
  })
  test.each(silent)('stays silent: %s', (_, statement, evidence) => {
    expect(faultsOf(opposites, statement, evidence)).toEqual([])
  })
})
