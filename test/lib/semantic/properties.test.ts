import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../hostile-text.ts'
import { judgeTexts as judge } from './judge-texts.ts'

const things = ['gateway', 'connection pool', 'scheduler', 'primary database', 'message queue', 'disk cache']
const parts = ['timeout', 'retry limit', 'buffer', 'backlog', 'heartbeat', 'quota']
const units = ['seconds', 'MB', '%', 'connections', 'ms', 'minutes']
const subjects = ['网关', '连接池', '调度器', '主数据库', '消息队列', '磁盘缓存']
const attributes = ['超时时间', '重试上限', '缓冲区', '积压阈值', '心跳间隔', '配额']
const measures = ['秒', '个', '%', '条', '毫秒', '分钟']

type Triple = readonly [thing: string, part: string, unit: string]

/** A sentence with one figure, and the same with any other. */
const inEnglish =
  ([thing, part, unit]: Triple) =>
  (n: number) =>
    `The ${part} of the ${thing} is set to ${n} ${unit} by default.`
const inChinese =
  ([thing, part, unit]: Triple) =>
  (n: number) =>
    `${thing}的${part}默认设置为${n}${unit}。`
const english = fc.tuple(fc.constantFrom(...things), fc.constantFrom(...parts), fc.constantFrom(...units))
const chinese = fc.tuple(fc.constantFrom(...subjects), fc.constantFrom(...attributes), fc.constantFrom(...measures))
const sentence = fc.oneof(english.map(inEnglish), chinese.map(inChinese))
/** The same said of a thing, and of another that differs in one word or two: what tells them apart is the subject alone. */
const twinsOf = (triple: fc.Arbitrary<Triple>, write: (of: Triple) => (n: number) => string) =>
  fc
    .tuple(triple, triple, fc.nat(2), fc.boolean())
    .map(([one, other, at, far]) => {
      const near = one.map((word, i) => (far === (i === at) ? word : (other[i] ?? word)))
      return [one, [near[0] ?? '', near[1] ?? '', near[2] ?? ''] as const] as const
    })
    .filter(([one, near]) => one.some((word, i) => word !== near[i]))
    .map(([one, near]) => [write(one), write(near)] as const)
const twins = fc.oneof(twinsOf(english, inEnglish), twinsOf(chinese, inChinese))
const number = fc.integer({ min: 2, max: 9999 }).filter((n) => n < 1900 || n > 2099)
const pair = fc.tuple(number, number).filter(([a, b]) => a !== b)
/** Text about other things; `n` stands in it too. */
const other = fc.constantFrom(
  (n: number) => `Lunch costs ${n} crowns on Mondays.`,
  (n: number) => `There were ${n} visitors in the museum; nobody complained.`,
  (n: number) => `昨天博物馆来了${n}名游客。`,
  (n: number) => `\n\n## Appendix ${n}\n\n- ${n}\n- see ${n}.pdf\n`,
  () => 'Ask the person on call. Write down what you did.',
)

describe('whatever the texts', () => {
  test('a sentence of the evidence, word for word, is SUPPORTED', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sentence, number), { minLength: 1, maxLength: 6 }), fc.nat(), (all, at) => {
        const sentences = all.map(([write, n]) => write(n))
        expect(judge(sentences[at % sentences.length] ?? '', sentences.join('\n')).verdict).toBe('SUPPORTED')
      }),
      { numRuns: 150 },
    )
  })

  test('a changed number in a sentence of the evidence is UNSUPPORTED, whatever else is added to the evidence', () => {
    fc.assert(
      fc.property(
        sentence,
        pair,
        fc.array(fc.tuple(other, fc.boolean()), { maxLength: 8 }),
        (write, [right, wrong], added) => {
          const texts = added.map(([text, same]) => text(same ? wrong : right))
          const alone = judge(write(wrong), write(right))
          const grown = judge(write(wrong), write(right), ...texts)
          const joined = judge(write(wrong), [...texts, write(right), ...texts].join(' '))
          for (const judged of [alone, grown, joined])
            expect(judged).toMatchObject({ verdict: 'UNSUPPORTED', rule: 'figures' })
        },
      ),
      { numRuns: 150 },
    )
  })

  test('a wrong figure never passes because other statements are made with it', () => {
    fc.assert(
      fc.property(sentence, sentence, pair, (write, another, [right, wrong]) => {
        fc.pre(write(1) !== another(1))
        expect(judge(write(wrong), write(right), another(wrong)).verdict).not.toBe('SUPPORTED')
      }),
      {
        numRuns: 150,
        examples: [
          // 451 binary megabytes are 473 decimal ones.
          [inEnglish(['gateway', 'timeout', 'MB']), inEnglish(['gateway', 'timeout', 'seconds']), [451, 473]],
          // Both say all the words: what the number is a number of tells them apart.
          [inEnglish(['gateway', 'timeout', 'seconds']), inEnglish(['gateway', 'timeout', 'connections']), [451, 473]],
          [inEnglish(['scheduler', 'quota', 'connections']), inEnglish(['scheduler', 'quota', '%']), [451, 473]],
          [inChinese(['网关', '配额', '个']), inChinese(['网关', '配额', '条']), [451, 473]],
          [inChinese(['连接池', '心跳间隔', '条']), inChinese(['连接池', '心跳间隔', '%']), [13, 9873]],
        ],
      },
    )
  })

  test('a wrong figure never passes because the like is said of something else with it, in one text or in several', () => {
    fc.assert(
      fc.property(fc.array(twins, { minLength: 1, maxLength: 3 }), pair, fc.boolean(), (all, [right, wrong], first) => {
        const [write] = all[0] ?? [() => '']
        const others = all.map(([, another]) => another).filter((another) => another(1) !== write(1))
        const said = others.map((another) => another(wrong))
        const texts = first ? [write(right), ...said] : [...said, write(right)]
        for (const judged of [judge(write(wrong), ...texts), judge(write(wrong), texts.join(' '))])
          expect(judged).toMatchObject({ verdict: 'UNSUPPORTED', rule: 'figures' })
        expect(judge(write(right), ...texts).verdict).toBe('SUPPORTED')
      }),
      { numRuns: 150 },
    )
  })

  test('the answer does not depend on the order of the evidence, and is the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sentence, number), { minLength: 2, maxLength: 5 }), (all) => {
        const [statement = '', ...excerpts] = all.map(([write, n]) => write(n))
        const { verdict } = judge(statement, ...excerpts)
        expect(judge(statement, ...excerpts).verdict).toBe(verdict)
        expect(judge(statement, ...excerpts.toReversed()).verdict).toBe(verdict)
      }),
      { numRuns: 100 },
    )
  })

  test('nothing throws', () => {
    fc.assert(
      fc.property(hostileText, fc.array(hostileText, { maxLength: 3 }), (text, excerpts) => {
        expect(['SUPPORTED', 'OVERSTATED', 'UNSUPPORTED', 'UNKNOWN']).toContain(judge(text, ...excerpts).verdict)
      }),
      { numRuns: 60 },
    )
  })
})

/** Ways to add a negation to a plain sentence; each is tried in both directions. */
const toggles: readonly [plain: string, negated: string][] = [
  ['The pod is restarted by the operator.', 'The pod is not restarted by the operator.'],
  ['The pod was restarted by the operator.', "The pod wasn't restarted by the operator."],
  ['The operator can drain the node.', 'The operator cannot drain the node.'],
  ['The operator will drain the node.', "The operator won't drain the node."],
  ['The operator should drain the node.', 'The operator should not drain the node.'],
  ['Drain the node before the upgrade.', 'Do not drain the node before the upgrade.'],
  ['Drain the node before the upgrade.', 'Never drain the node before the upgrade.'],
  ['Errors are written to the audit log.', 'No errors are written to the audit log.'],
  ['The replica needs manual repair.', "The replica doesn't need manual repair."],
  ['Upgrade with a backup of the volume.', 'Upgrade without a backup of the volume.'],
  ['Restart the primary during the backup.', 'Avoid restarting the primary during the backup.'],
  ['Delete the volume while the pod is running.', 'It is dangerous to delete the volume while the pod is running.'],
  ['Write to the replica during the failover.', 'Stop writing to the replica during the failover.'],
  ['直接删除索引文件。', '严禁直接删除索引文件。'],
  ['备份期间重启数据库。', '备份期间避免重启数据库。'],
  ['运维人员会重启该节点。', '运维人员不会重启该节点。'],
  ['运维人员可以重启该节点。', '运维人员不可以重启该节点。'],
  ['节点能够连接数据库。', '节点不能够连接数据库。'],
  ['升级前要排空节点。', '升级前不要排空节点。'],
  ['副本需要手动修复。', '副本无需手动修复。'],
  ['数据已经同步到备库。', '数据尚未同步到备库。'],
  ['该告警是误报。', '该告警不是误报。'],
  ['日志里有错误信息。', '日志里没有错误信息。'],
]

describe('a negation toggled in a sentence of the evidence', () => {
  const around = (text: string) =>
    `Look at the dashboard first. 先看监控面板。 ${text} Then write the report. 然后写报告。`
  test.each(toggles)('is caught both ways: %s / %s', (plain, negated) => {
    expect(judge(negated, around(plain)).verdict).toBe('UNSUPPORTED')
    expect(judge(plain, around(negated)).verdict).toBe('UNSUPPORTED')
    expect(judge(plain, around(plain)).verdict).toBe('SUPPORTED')
    expect(judge(negated, around(negated)).verdict).toBe('SUPPORTED')
  })
})
