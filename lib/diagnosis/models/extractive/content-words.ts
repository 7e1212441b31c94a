// Words of English and Chinese as the embedded model compares them. Chinese is compared by pairs of characters, so that it does
// not matter how a segmenter would cut it; its words are for queries.

export type ContentWord = {
  /** As the text writes it. */
  readonly text: string
  /** What another text must have, all of them, to have this word. */
  readonly keys: readonly string[]
}

const runs =
  /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:[-_.](?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+)*/gu
const han = /^\p{Script=Han}/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also an and any are as at be because been before being between both but by can cannot could did do
  does doing done due during each else etc for from further get gets got had has have having here how i if in into is it its
  itself just keep let like many may me might more most much must my need needs no nor not now of off on once one only or other
  our out over own per please same see set several shall should show since so some still such take than that the their them then
  there these they this those through to too two under until up us use used using very via was way we were what when where which
  go goes going went check checks keeps kept
  while who whom why will with within without would yes yet you your happens happen occurs occur
  为什么 什么 怎么 怎样 怎么办 如何 哪些 哪个 是否 可以 可能 能够 应该 需要 必须 一个 一些 这个 那个 这些 那些 没有 不是 不能 如果 因为 所以 由于 但是 而且
  以及 或者 并且 然后 之后 之前 时候 情况 问题 出现 发生 进行 使用 通过 根据 对于 关于 我们 你们 他们 自己 已经 正在 仍然 还是 就是 只是 请问 帮我 一下 哪里 多少 其中`
    .trim()
    .split(/\s+/),
)

const particles: ReadonlySet<string> = new Set(
  '的了着过得之和与及或并但也都就还又再则即如若在于对把被将让使给为因是有这那其它他她我你个些种等不没无未勿很更最太会此每各某已正才仅吗呢吧啊所怎么什',
)
/** Stand at the edge of a word as often as in one: 超时后, 下线. */
const placesAtEnd = /(?<=..)[时后前中上下里内外]+$/u

/** The content words of `text`, in order, repeated ones too: no stop words, no bare numbers, no single characters. */
export function contentWords(text: string): ContentWord[] {
  const words: ContentWord[] = []
  for (const [run] of text.normalize('NFKC').matchAll(runs)) {
    if (!han.test(run)) {
      if (isContent(run)) words.push({ text: run, keys: [stem(run)] })
      continue
    }
    for (const word of chineseWords(run)) {
      if (isContent(word)) words.push({ text: word, keys: pairsOf(word) })
    }
  }
  return words
}

/** The segmenter's words; what it leaves in single characters (网关, 超时) in pairs, up to a particle. */
function chineseWords(run: string): string[] {
  const words: string[] = []
  let singles = ''
  const takeSingles = () => {
    const joined = singles.replace(placesAtEnd, '')
    words.push(...(joined.length > 2 ? pairsOf(joined) : [joined]))
    singles = ''
  }
  for (const { segment } of segmenter.segment(run)) {
    const single = [...segment].length === 1
    if (single && !particles.has(segment)) {
      singles += segment
      continue
    }
    takeSingles()
    if (!single) words.push(segment)
  }
  takeSingles()
  return words
}

/** All keys that `text` offers. */
export function keysOf(text: string): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [run] of text.normalize('NFKC').matchAll(runs)) {
    if (han.test(run)) for (const pair of pairsOf(run)) keys.add(pair)
    else for (const part of [run, ...run.split(/[-_.]/)]) keys.add(stem(part))
  }
  return keys
}

export function hasWord(keys: ReadonlySet<string>, word: ContentWord): boolean {
  return word.keys.every((key) => keys.has(key))
}

function isContent(word: string): boolean {
  return [...word].length > 1 && !/^[\p{N}.,_-]+$/u.test(word) && !stopWords.has(word.toLowerCase())
}

function pairsOf(run: string): string[] {
  const chars = [...run]
  return chars.slice(1).map((char, i) => `${chars[i]}${char}`)
}

/** Without the commonest English endings: coarse, but the same way for both sides. */
function stem(word: string): string {
  const lower = word.toLowerCase()
  if (!/^[a-z]{4,}$/.test(lower)) return lower
  const singular = lower.replace(/(?:(?<=[sxz]|[cs]h)es|(?<![su])s)$/, '')
  const root = singular.replace(/(?:ing|ed|ly)$/, '')
  return (root.length >= 3 ? root : singular).replace(/([b-df-hj-km-np-rtv-z])\1$/, '$1').replace(/e$/, '')
}
