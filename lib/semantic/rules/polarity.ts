import { likeness } from '../comparison/likeness.ts'
import type { Match } from '../comparison/match-sentence.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { findNegations, type Negation } from '../sentences/find-negations.ts'
import type { StatedSentence } from '../sentences/read-sentence.ts'
import { findWords } from '../words/find-words.ts'

/** From this cover on the two sentences speak of the same. */
const sameSubject = 0.5
/** From this likeness on they are the same sentence but for a word or two. */
const sameSentence = 0.7

/** Words that deny by themselves: "cannot connect" and "connection refused" agree. */
const clauseEnd = /[,;:，、()。!?]/
/** How far before a word a denial still belongs to it. */
const denialChars = 16
const denial =
  /\b(?:fail\w*|error\w*|refus\w*|reject\w*|den(?:y|ied|ies)|miss\w*|absent|absence|lack\w*|invalid|disabled?|prevent\w*|avoid\w*|stop\w*|unavailable|un\w{4,}|impossible|rather than|instead|little|few|hardly|barely|rarely|only|less|\w{3,}less)\b|失败|失效|缺失|缺少|拒绝|异常|错误|避免|防止|停止|不足|仅|很少|难以/i

/**
 * The polarity of a sentence must be that of the evidence sentence that it matches best, both ways (spec 06). Reported only
 * when each of the best ones says otherwise: in the same words with a negation more or less, or by negating what the other
 * asserts while the other negates nothing.
 */
export const polarity: Rule = {
  name: 'polarity',
  verdict: 'UNSUPPORTED',
  reason: 'The evidence sentence that it matches best says the opposite: a negation was dropped or added.',
  faults: inEachSentence(({ stated, best }) => {
    const faults = best.map((match) => opposed(stated, match))
    const [first] = faults
    return first !== undefined && faults.every((words) => words !== null) ? (first ?? []) : []
  }),
}

/** The words that make the two opposed; null when they are not. */
function opposed(stated: StatedSentence, { sentence, cover }: Match): readonly string[] | null {
  if (cover < sameSubject || stated.text === sentence.text) return null
  const given = findNegations(sentence.text)
  if (
    cover >= sameSentence &&
    given.length !== stated.negations.length &&
    likeness(stated.keys, sentence.keys) >= sameSentence
  )
    return wordsOf(stated.negations, given)
  if (given.length > 0 === stated.negations.length > 0) return null
  const other = given.length > 0 ? stated.text : sentence.text
  const negated = [...given, ...stated.negations].filter((negation) => assertedIn(other, negation))
  return negated.length > 0 ? wordsOf(stated.negations, given) : null
}

/** Whether what is negated here (the first word of the scope) is said there, and not denied there in another way. */
function assertedIn(text: string, { scope: [first] }: Negation): boolean {
  const at = first === undefined ? -1 : placeOfKey(text, first)
  if (at < 0) return false
  const behind = text.slice(at)
  const clause = behind.slice(0, clauseEnd.exec(behind)?.index ?? behind.length)
  return !denial.test(text.slice(Math.max(0, at - denialChars), at) + clause)
}

/** Where a text says `key`: Chinese by its characters, other words by their stem; -1 where it does not. */
function placeOfKey(text: string, key: string): number {
  if (/^\p{Script=Han}/u.test(key)) return text.indexOf(key)
  return findWords(text).find(({ keys }) => keys.includes(key))?.at ?? -1
}

function wordsOf(stated: readonly Negation[], given: readonly Negation[]): readonly string[] {
  return (stated.length > 0 ? stated : given).map((negation) => negation.text)
}
