import { pairs } from './find-words.ts'
import { stemWord } from './stem-word.ts'

/** What is left of each stroke is the opposite of what is right of it; words on one side say the same for a rule. */
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

/** A word that says which way something goes, by the keys that a sentence must have to have it. */
export type DirectionWord = { readonly keys: readonly string[] }

const han = /\p{Script=Han}/u
const sides = table
  .trim()
  .split('\n')
  .map((line) => line.split('/').map(wordsOf))

function wordsOf(side: string): DirectionWord[] {
  return side
    .trim()
    .split(/\s+/)
    .map((word) => ({ keys: han.test(word) ? pairs(word) : [stemWord(word)] }))
}

const opposites = new Map<string, readonly DirectionWord[]>()
const likes = new Map<string, readonly DirectionWord[]>()
for (const [left = [], right = []] of sides) {
  for (const [here, there] of [
    [left, right],
    [right, left],
  ] as const) {
    for (const { keys } of here) {
      add(opposites, keys, there)
      add(likes, keys, here)
    }
  }
}

function add(to: Map<string, readonly DirectionWord[]>, keys: readonly string[], words: readonly DirectionWord[]) {
  const key = keys.join(' ')
  to.set(key, [...(to.get(key) ?? []), ...words])
}

/** The direction words that are opposed to the word of these keys, and those that say the same; none for any other word. */
export const directionWords = {
  opposedTo: (keys: readonly string[]): readonly DirectionWord[] => opposites.get(keys.join(' ')) ?? [],
  sameAs: (keys: readonly string[]): readonly DirectionWord[] => likes.get(keys.join(' ')) ?? [],
} as const
