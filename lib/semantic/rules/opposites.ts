import { pairs, type Word } from '../find-words.ts'
import type { EvidenceSentence } from '../index-evidence.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { stemWord } from '../stem-word.ts'

/** From this cover on the two sentences speak of the same. */
const sameSubject = 0.5
/** Words on either side in which the company is looked for. */
const reach = 3

const table = `
increase rise grow gain raise up higher improve expand accelerate climb surge more / decrease fall decline drop lower down reduce loss lose shrink slow less contract cut
high / low
enable / disable
start / stop
open / close
success succeed / failure fail
allow permit / deny forbid reject
add / remove
before / after
minimum / maximum
first / last
best / worst
strong / weak
positive / negative
profit / loss
above / below
accept / reject refuse
old / new
long / short
fast quick / slow
easy simple / difficult hard complex
early / late
large big / small
exceed / miss
buy / sell
win / lose
male man / female woman
free / paid
safe / dangerous unsafe
public / private
internal / external
include / exclude
possible / impossible
valid / invalid
online / offline
available / unavailable
healthy / unhealthy
升高 增加 上升 提高 增长 上涨 扩大 调高 / 降低 减少 下降 下跌 缩小 调低
启用 开启 打开 / 禁用 关闭 停用
成功 / 失败
允许 / 禁止 拒绝
添加 / 删除
之前 / 之后
最大 / 最小
过高 / 过低
超过 高于 大于 / 低于 小于 不足
主动 / 被动
同步 / 异步
健康 / 异常
可用 / 不可用
`

type Side = { readonly text: string; readonly keys: readonly string[] }

const han = /\p{Script=Han}/u
const side = (text: string): Side[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => ({ text: word, keys: han.test(word) ? pairs(word) : [stemWord(word)] }))
const antonyms = new Map<string, readonly Side[]>()
for (const line of table.trim().split('\n')) {
  const [left = '', right = ''] = line.split('/')
  for (const [here, there] of [
    [left, right],
    [right, left],
  ] as const)
    for (const { keys } of side(here))
      antonyms.set(keys.join(' '), [...(antonyms.get(keys.join(' ')) ?? []), ...side(there)])
}

/** A word of direction must not stand where the evidence has its opposite: raised for lowered, enabled for disabled. */
export const opposites: Rule = {
  name: 'opposites',
  verdict: 'UNSUPPORTED',
  reason: 'Where it says this, the evidence says the opposite word.',
  faults: inEachSentence(({ stated, best }) => {
    const close = best.filter((match) => match.cover >= sameSubject)
    if (close.length === 0 || close.length < best.length) return []
    const own = stated.keys
    return stated.words
      .filter(({ keys }, i) => {
        const opposite = antonyms.get(keys.join(' '))
        if (opposite === undefined) return false
        const company = around(stated.words, i)
        return close.every(({ sentence }) => reversed(keys, opposite, own, company, sentence))
      })
      .map((word) => word.text)
  }),
}

/** Keys of the words beside the one at `i`. */
function around(words: readonly Word[], i: number): ReadonlySet<string> {
  return new Set(
    [...words.slice(Math.max(0, i - reach), i), ...words.slice(i + 1, i + 1 + reach)].flatMap((w) => w.keys),
  )
}

/** Whether the evidence sentence lacks the word but has its opposite, in the same company. */
function reversed(
  keys: readonly string[],
  opposite: readonly Side[],
  own: ReadonlySet<string>,
  company: ReadonlySet<string>,
  { keys: given, words: find }: EvidenceSentence,
): boolean {
  if (keys.every((key) => given.has(key))) return false
  const others = opposite.filter((other) => other.keys.every((key) => given.has(key) && !own.has(key)))
  if (others.length === 0) return false
  const words = find()
  return words.some(
    (word, i) =>
      others.some((other) => other.keys.join(' ') === word.keys.join(' ')) &&
      [...around(words, i)].some((key) => company.has(key)),
  )
}
