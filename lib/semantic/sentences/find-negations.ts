import { findWords, pairs } from '../words/find-words.ts'
import { findProhibitions } from './find-prohibitions.ts'

/** One negation of a sentence. */
export type Negation = {
  readonly text: string
  readonly at: number
  /** Keys of what it negates, nearest first. */
  readonly scope: readonly string[]
  /** What a prohibition forbids, as the keys of each word; null for any other negation. */
  readonly doing: readonly (readonly string[])[] | null
  /** It has a "not" of some kind, and is no prohibition by its words alone (avoid, 避免). */
  readonly proper: boolean
}

const english =
  /\b(?:(?:do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should|must|need|ai)n't|cannot|not(?! (?:only|just|merely|necessarily))|never|no(?!\.| (?:later|sooner|more than|less than|matter|doubt|wonder))|none|neither|nor|without|nothing|nobody|nowhere|unable to|fail(?:s|ed)? to)(?![\p{L}'])/giu
const notNegations =
  '不得不 不仅 不但 不只 不光 不过 不断 不同 不少 不久 不管 不论 无论 不错 不妨 不禁 不愧 是不是 能不能 会不会 有没有 可不可以 要不要 无疑 无非 不一定 不止 不良 未来 未必 除非 非常 无线 无状态 不等 没关系'
const negations =
  '并没有 并非 并不 并未 没有 无法 无需 无须 不能 不可 不会 不要 不用 不应 不得 不是 不再 不必 禁止 尚未 从未 切勿 没 不 未 勿 无'
const alternatives = (list: string) => list.split(' ').join('|')
const chinese = new RegExp(`(${alternatives(notNegations)})|${alternatives(negations)}`, 'g')

const clauseEnd = /[,;:，、()。!?]|\b(?:but|however|although|because|while|when|if|until|unless)\b|[但而]|\n/i
const scopeChars = 60
const scopeWords = 4
const scopeHan = 6

/**
 * The negations of a folded sentence, prohibitions among them, in order. A phrase that only looks like one (not only, 不仅, 是不是)
 * is none.
 */
export function findNegations(sentence: string): Negation[] {
  const prohibitions = new Map(findProhibitions(sentence).map(({ text, at, doing }) => [at, { text, doing }]))
  const found: Negation[] = []
  const take = (text: string, at: number) => {
    const doing = prohibitions.get(at)?.doing ?? null
    found.push({ text, at, scope: scopeOf(sentence, at + text.length), doing, proper: true })
    prohibitions.delete(at)
  }
  for (const { 0: text, index } of sentence.matchAll(english)) take(text, index)
  for (const { 0: text, 1: other, index } of sentence.matchAll(chinese)) if (other === undefined) take(text, index)
  for (const [at, { text, doing }] of prohibitions) found.push({ text, at, scope: doing.flat(), doing, proper: false })
  return found.sort((a, b) => a.at - b.at)
}

function scopeOf(sentence: string, from: number): string[] {
  const ahead = sentence.slice(from, from + scopeChars)
  const clause = ahead.slice(0, clauseEnd.exec(ahead)?.index ?? ahead.length)
  const han = /^\p{Script=Han}+/u.exec(clause)?.[0]
  if (han !== undefined) return pairs([...han].slice(0, scopeHan).join(''))
  return findWords(clause)
    .slice(0, scopeWords)
    .flatMap((word) => word.keys)
}
