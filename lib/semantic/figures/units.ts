// What a figure can be measured in: spelling -> dimension and factor to its base unit.

export type Dimension =
  | 'time'
  | 'calendar'
  | 'bytes'
  | 'bits'
  | 'ratio'
  | 'money'
  | 'month-of-year'
  | 'day-of-month'
  | 'count'
export type Unit = { readonly dimension: Dimension; readonly factor: number }

type Row = readonly [dimension: Dimension, factor: number, spellings: string]

/** A spelling in several rows has several readings: `5m` is minutes in a scrape interval and millions in a balance. */
const rows: readonly Row[] = [
  ['time', 1e-9, 'ns nanosecond nanoseconds 纳秒'],
  ['time', 1e-6, 'us µs μs microsecond microseconds 微秒'],
  ['time', 1e-3, 'ms msec msecs millisecond milliseconds 毫秒'],
  ['time', 1, 's sec secs second seconds 秒 秒钟'],
  ['time', 60, 'm min mins minute minutes 分 分钟'],
  ['time', 3600, 'h hr hrs hour hours 小时 个小时 钟头 个钟头'],
  ['time', 86_400, 'd day days 天'],
  ['time', 604_800, 'w wk week weeks 周 星期 个星期 礼拜'],
  ['calendar', 1, 'month months 个月'],
  ['calendar', 12, 'y yr yrs year years 年'],
  ['bytes', 1, 'B byte bytes 字节'],
  ['bytes', 1e3, 'KB kB kb kilobyte kilobytes'],
  ['bytes', 1e6, 'MB mb megabyte megabytes 兆 兆字节'],
  ['bytes', 1e9, 'GB gb G gigabyte gigabytes'],
  ['bytes', 1e12, 'TB tb T terabyte terabytes'],
  ['bytes', 1024, 'KiB Ki kib KB kB kb'],
  ['bytes', 1024 ** 2, 'MiB Mi mib MB mb M 兆'],
  ['bytes', 1024 ** 3, 'GiB Gi gib GB gb G'],
  ['bytes', 1024 ** 4, 'TiB Ti tib TB tb T'],
  ['bits', 1, 'bit bits bps bit/s'],
  ['bits', 1e3, 'Kb Kbps kbps kbit/s'],
  ['bits', 1e6, 'Mb Mbps mbps Mbit/s'],
  ['bits', 1e9, 'Gb Gbps gbps Gbit/s'],
  ['ratio', 0.01, '% percent pct 个百分点'],
  ['month-of-year', 1, '月 月份'],
  ['day-of-month', 1, '日 号'],
  [
    'count',
    1,
    '个 次 条 台 名 人 位 份 张 项 种 倍 只 家 辆 座 件 页 行 块 层 核 处 起 枚 架 艘 场 套 节点 副本 实例 分片 线程 连接',
  ],
  ['count', 1e2, 'hundred 百'],
  ['count', 1e3, 'k K thousand 千'],
  ['count', 1e4, '万'],
  ['count', 1e6, 'm M mn million 百万'],
  ['count', 1e7, '千万'],
  ['count', 1e8, '亿'],
  ['count', 1e9, 'b bn billion 十亿'],
  ['count', 1e12, 'tn trillion 万亿'],
]

const table = new Map<string, Unit[]>()
for (const [dimension, factor, spellings] of rows)
  for (const spelling of spellings.split(' '))
    table.set(spelling, [...(table.get(spelling) ?? []), { dimension, factor }])

/** Longest first, so that 个小时 is not read as 个. */
const chineseSpellings = [...table.keys()].filter((s) => /^\p{Script=Han}/u.test(s)).sort((a, b) => b.length - a.length)

const latinUnit = /^(?:%|[A-Za-zµμ]{1,12}(?:\/s\b)?)/u

/**
 * The unit that the folded text `behind` a number starts with, after at most one space or hyphen, and its length.
 * Single letters but s, h and B count only when they touch the number. Null: none that is known.
 */
export function readUnit(behind: string): { readonly units: readonly Unit[]; readonly length: number } | null {
  const gap = /^[ -]?/.exec(behind)?.[0].length ?? 0
  const rest = behind.slice(gap)
  const chinese = chineseSpellings.find((s) => rest.startsWith(s))
  const spelling = chinese ?? latinUnit.exec(rest)?.[0]
  if (spelling === undefined) return null
  if (gap > 0 && /^[A-Za-z]$/.test(spelling) && !'shB'.includes(spelling)) return null
  const units = table.get(spelling) ?? table.get(spelling.toLowerCase())
  return units === undefined ? null : { units, length: gap + spelling.length }
}

const namings: Readonly<Partial<Record<Dimension, RegExp>>> = {
  time: /second|minute|hour|\bsec|_ms\b|\bms\b|[a-z]Ms\b|millis|[秒分时天]|interval|timeout|duration/i,
  calendar: /month|year|\bage|\bold\b|[月年岁]/i,
  bytes: /byte|[kmgt]i?b\b|字节|memory|内存/i,
  ratio: /percent|%|pct|百分|ratio|率/i,
  money: /[$€£¥元]|dollar|euro|pound|usd|eur/i,
}

/** Whether `sentence` names the dimension anywhere, as `timeout_seconds: 30` does: then its bare figures may be in it. */
export function namesDimension(sentence: string, dimension: Dimension): boolean {
  return namings[dimension]?.test(sentence) ?? false
}
