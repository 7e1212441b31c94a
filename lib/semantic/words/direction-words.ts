import { pairs } from './find-words.ts'
import { stemWord } from './stem-word.ts'
import { stopWords } from './stop-words.ts'

/**
 * What is left of each stroke is the opposite of what is right of it; words on one side say the same for a rule. `_` joins the
 * words of a phrase, of which the longest counts: `no_more_than` is not `more_than`.
 */
const table = `
increase rise rose risen grow grew grown gain raise up higher improve expand accelerate climb surge / decrease fall fell fallen decline drop lower down reduce loss lose shrink slow contract cut
above over exceed more_than greater_than higher_than larger_than at_least not_less_than no_less_than no_fewer_than no_lower_than > >= ≥ / below under within less_than fewer_than lower_than smaller_than at_most not_more_than no_more_than no_greater_than no_higher_than < <= ≤
more / less fewer
most / least
up / down
within inside / outside beyond
turn_on switch_on power_on / turn_off switch_off power_off
high / low
highest / lowest
upper / lower
enable activate / disable deactivate
start / stop
resume / pause suspend
open / close
success succeed / failure fail
allow permit grant / deny forbid reject prohibit revoke
add / remove
attach / detach
mount / unmount
lock / unlock
install / uninstall
upgrade / downgrade
cordon / uncordon
connect / disconnect
encrypt / decrypt
before / after
earlier / later
earliest / latest
minimum min / maximum max
first / last
best / worst
better / worse
strong / weak
positive / negative
true / false
profit / loss
accept / reject refuse
old / new
older / newer
oldest / newest
long / short
longer / shorter
longest / shortest
fast quick / slow
faster quicker / slower
easy simple / difficult hard complex
early / late
large big / small
larger bigger greater / smaller
largest biggest greatest / smallest
exceed / miss
buy / sell
win / lose
male man / female woman
free / paid
safe / dangerous unsafe
public / private
internal / external
inbound incoming ingress / outbound outgoing egress
upstream / downstream
synchronous / asynchronous
include / exclude
possible / impossible
valid / invalid
online / offline
available / unavailable
healthy / unhealthy
升高 增加 上升 提高 增长 上涨 扩大 调高 增大 调大 / 降低 减少 下降 下跌 缩小 调低 减小 调小
超过 高于 大于 多于 超出 至少 最少 不少于 不低于 不小于 以上 / 低于 小于 少于 不足 至多 最多 不超过 不超出 不高于 不大于 不多于 以下 以内
更多 / 更少
扩容 / 缩容
升级 / 降级
启用 开启 打开 / 禁用 关闭 停用
启动 开始 / 停止 结束
上线 / 下线
在线 / 离线
成功 / 失败
允许 / 禁止 拒绝
添加 / 删除
安装 / 卸载
锁定 / 解锁
之前 以前 前 / 之后 以后 后
早于 / 晚于
快于 / 慢于
最大 最高 / 最小 最低
最早 / 最晚
第一 首次 / 最后
过高 / 过低
过大 / 过小
主动 / 被动
手动 / 自动
同步 / 异步
上游 / 下游
内部 / 外部
入站 / 出站
健康 正常 / 异常
有效 / 无效
可用 / 不可用
`

/** Words that are as often something else (over TCP, one more): what they say shows only in what stands beside them. */
const beside = {
  behind: 'above over below under more less fewer most least within inside outside beyond before after',
  around: 'up down',
  before: '前 后 之前 以前 之后 以后',
  figure: '以上 以下 以内 > >= ≥ < <= ≤',
}
/** Words that only look like one of the table. */
const others =
  '目前 当前 前端 后端 然后 后台 前台 提前 先前 前缀 后缀 前提 后果 前面 后面 前往 落后 随后 稍后 延后 前者 后者 后续 前置 后置 面前 眼前 前后 不同步'

/** Where its company must stand: right behind it, on either side, right before it; or it says something of a figure only. */
export type Anchor = 'behind' | 'around' | 'before' | 'figure'

/** A word that says which way something goes, by the keys that a sentence must have to have it. */
export type DirectionWord = {
  /** As the table writes it, a phrase with spaces. */
  readonly text: string
  readonly keys: readonly string[]
  /** Null: it says which way by itself. */
  readonly anchor: Anchor | null
}

/** One pair of the table: two sides that are opposed. */
export type DirectionRow = readonly [left: readonly DirectionWord[], right: readonly DirectionWord[]]

const han = /^\p{Script=Han}/u

/** How a word of Latin script is looked up: by its stem, but a stop word by itself only (`notes` is no `not`). */
export function directionKey(word: string): string {
  const lower = word.toLowerCase()
  return stopWords.has(lower) ? `=${lower}` : stemWord(lower)
}

const anchors: ReadonlyMap<string, Anchor> = new Map([
  ...listed('behind', beside.behind),
  ...listed('around', beside.around),
  ...listed('before', beside.before),
  ...listed('figure', beside.figure),
])

function listed(anchor: Anchor, words: string): [string, Anchor][] {
  return words.split(' ').map((word) => [word, anchor])
}

function wordsOf(side: string): DirectionWord[] {
  return side
    .trim()
    .split(/\s+/)
    .map((word) => ({
      text: word.replaceAll('_', ' '),
      keys: han.test(word) ? pairs(word) : word.split('_').map(directionKey),
      anchor: anchors.get(word) ?? null,
    }))
}

/** The whole table. */
export const directionRows: readonly DirectionRow[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [left = '', right = ''] = line.split(' / ')
    return [wordsOf(left), wordsOf(right)]
  })

/** The rows of what bounds a figure: above, at least, 超过 / below, at most, 低于. */
export const boundsRows: readonly number[] = [...directionRows.keys()].filter((row) =>
  directionRows[row]?.[0].some(({ text }) => text === '>' || text === '超过'),
)

/** Chinese words that contain one of the table and say nothing of the kind. */
export const directionless: readonly string[] = others.split(' ')

const likes = new Map<string, readonly DirectionWord[]>()
for (const side of directionRows.flat()) {
  for (const { keys } of side) {
    const key = keys.join(' ')
    likes.set(key, [...(likes.get(key) ?? []), ...side])
  }
}

/** The direction words that say the same as the word of these keys; none for any other word. */
export function directionsLike(keys: readonly string[]): readonly DirectionWord[] {
  return likes.get(keys.join(' ')) ?? []
}
