// Orders not to do something that have no "not" in them: avoid deleting, it is dangerous to delete, 避免删除.
import { findWords } from '../words/find-words.ts'

/** A prohibition of a sentence: its words, and what must not be done, as the keys of each word, in order. */
export type Prohibition = { readonly text: string; readonly at: number; readonly doing: readonly (readonly string[])[] }

const harm =
  'forbidden|prohibited|disallowed|banned|discouraged|inadvisable|dangerous|unsafe|risky|hazardous|harmful|a bad idea'
const adverb = String.raw`(?:\p{Script=Latin}+ly\s+|ever\s+)?`
const doing = String.raw`(?=\s+${adverb}\p{Script=Latin}{2,}ing\b)`
/** "to avoid losing data" says what the step before it is for and forbids nothing, unless it is advised. */
const avoid = String.raw`\bavoid(?:(?<!\bto\s+avoid)|(?<=\b(?:try|needs?|have|has|sure|important|best|careful|ought)\s+to\s+avoid))`
/** These stand before what they forbid. */
const before = new RegExp(
  [
    avoid + doing,
    String.raw`\b(?:stop|stops|stopped|cease|quit)${doing}`,
    String.raw`\b(?:refrain|refrains|abstain|abstains|desist)\s+from\b`,
    String.raw`\b(?:beware\s+of|watch\s+out\s+for|keep\s+from)${doing}`,
    String.raw`\b(?:advis\p{L}+|recommend\p{L}*|warn\p{L}*|caution\p{L}*)\s+(?:you\s+)?against${doing}`,
    String.raw`\b(?:${harm})\s+(?:to|from)\b`,
  ].join('|'),
  'giu',
)
/** And these behind it, which then is a doing, from the start of its clause: `deleting the files is forbidden`. */
const behind = new RegExp(String.raw`\b(?:is|are|be)\s+${adverb}(?:${harm}|avoided)\b(?!\s+to\b)`, 'giu')
const doingFirst = new RegExp(String.raw`^\s*${adverb}(?:\p{Script=Latin}{2,}ing)\b`, 'iu')

/** 避免 behind a step says what that is for (重启前先备份,避免丢数据); it forbids where a sentence, a time or a duty leads up to it. */
const chinese =
  /严禁|切忌|切莫|谨防|严防|杜绝|不允许|不准|不许|不宜|不建议|不推荐|停止(?=[向往对]|使用|写入|读取|发送|接收|访问|调用|修改|更新|删除)|避免(?<=(?:^\s*|[:、]\s*|(?:时|期间|前|后|中|下),?\s*|应|应该|应当|请|尽量|需|需要|务必|必须|注意)避免)/g

const clauseEnd =
  /[,;:、()。!?]|\.(?:\s|$)|\b(?:but|however|although|because|while|when|if|until|unless|before|after)\b|[但而]|\n/i
const clauseStart = /[,;:()!?\n]/g
const reachChars = 80
const reachWords = 4

/** The prohibitions of a folded sentence, in order. */
export function findProhibitions(sentence: string): Prohibition[] {
  const found: Prohibition[] = []
  for (const words of [before, chinese]) {
    for (const { 0: text, index } of sentence.matchAll(words)) {
      const ahead = sentence.slice(index + text.length, index + text.length + reachChars)
      found.push({ text, at: index, doing: keysOf(ahead.slice(0, clauseEnd.exec(ahead)?.index ?? ahead.length)) })
    }
  }
  for (const { 0: text, index } of sentence.matchAll(behind)) {
    const past = sentence.slice(Math.max(0, index - reachChars), index)
    const clause = past.slice(([...past.matchAll(clauseStart)].at(-1)?.index ?? -1) + 1)
    if (doingFirst.test(clause)) found.push({ text, at: index, doing: keysOf(clause) })
  }
  return found.sort((a, b) => a.at - b.at)
}

/** Of a word too short for its stem, `using`, the form that an order has. */
function keysOf(clause: string): (readonly string[])[] {
  return findWords(clause)
    .slice(0, reachWords)
    .map(({ text, keys }) => (text.toLowerCase() === 'using' ? ['use'] : keys))
}
