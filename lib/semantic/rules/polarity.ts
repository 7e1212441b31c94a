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
const everyDenial = new RegExp(denial, 'gi')
const han = /^\p{Script=Han}/u

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
    differInNumber(stated.negations, given) &&
    likeness(stated.keys, sentence.keys) >= sameSentence
  )
    return wordsOf(stated.negations, given)
  const own = stated.negations.filter((negation) => assertedIn(sentence.text, given, stated.text, negation))
  const theirs = given.filter((negation) => assertedIn(stated.text, stated.negations, sentence.text, negation))
  return own.length + theirs.length > 0 ? wordsOf(own, theirs) : null
}

/** Whether one has more negations proper. `Do not delete` for `avoid deleting` is none more. */
function differInNumber(one: readonly Negation[], other: readonly Negation[]): boolean {
  const proper = countProper(one) - countProper(other)
  const prohibitions = one.length - other.length - proper
  return proper !== 0 && proper !== -prohibitions && proper * prohibitions >= 0
}

const countProper = (negations: readonly Negation[]) => negations.filter(({ proper }) => proper).length

/**
 * Whether what is negated in `own` is said in `text`, and not denied there in another way.
 * @param negations those of `text`
 */
function assertedIn(text: string, negations: readonly Negation[], own: string, negation: Negation): boolean {
  if (negation.doing !== null && isOrdered(text, negations, own, negation, negation.doing)) return true
  if (!negation.proper) return false
  const [first] = negation.scope
  const at = negations.length > 0 || first === undefined ? -1 : placeOfKey(text, first)
  return at >= 0 && !denial.test(around(text, at))
}
/** Words of what a prohibition forbids that must all be said; Chinese ones are shorter. */
const wordsForbidden = { han: 3, other: 2 }
/** By these the right way is told for the wrong one: "avoid it during peak hours", "do it after peak hours". */
const otherwise =
  /\b(?:after|before|outside|beyond|once|until|unless|one|first|then|off)\b|[前后外再]|分批|逐|改|通过|代替/gi
/** A doing that opens its clause tells of it and orders nothing, unless it is approved of; nor does what comes of it. */
const opensClause = /(?:^|[,;:()])\s*$/
const doingForm = /^\p{Script=Latin}+ing\b/u
const approval = /\b(?:safe|fine|ok|okay|good|allowed|permitted|recommended|required|necessary|advised)\b/i
const consequence = /会(?!话|员)|可能|导致|引起|造成/

/** Whether `text` orders or tells what is forbidden in `own`, and does not forbid it or tell of it in another way. */
function isOrdered(
  text: string,
  negations: readonly Negation[],
  own: string,
  { at, text: words }: Negation,
  forbidden: readonly (readonly string[])[],
): boolean {
  const needed = forbidden
    .slice(0, han.test(forbidden[0]?.[0] ?? '') ? wordsForbidden.han : wordsForbidden.other)
    .flat()
  const [first] = needed
  const places = needed.map((key) => placeOfKey(text, key))
  if (first === undefined || places.some((place) => place < 0)) return false
  if (negations.some(({ scope }) => scope.some((key) => key === first || (han.test(first) && key.includes(first)))))
    return false
  const [place = 0] = places
  if (denial.test(text.slice(place, Math.max(...places)))) return false
  const near = around(text, place)
  const rest = `${own.slice(0, at)} ${own.slice(at + words.length)}`.toLowerCase()
  const turns = [...(near.match(everyDenial) ?? []), ...(text.match(otherwise) ?? [])]
  if (turns.some((word) => !rest.includes(word.toLowerCase()))) return false
  if (consequence.test(near)) return false
  return !(opensClause.test(text.slice(0, place)) && doingForm.test(text.slice(place)) && !approval.test(text))
}

/** What stands around the word at `at`: before it a little, behind it its clause. */
function around(text: string, at: number): string {
  const behind = text.slice(at)
  return text.slice(Math.max(0, at - denialChars), at) + behind.slice(0, clauseEnd.exec(behind)?.index ?? behind.length)
}

/** Where a text says `key`: Chinese by its characters, other words by their stem; -1 where it does not. */
function placeOfKey(text: string, key: string): number {
  if (han.test(key)) return text.indexOf(key)
  return findWords(text).find(({ keys }) => keys.includes(key))?.at ?? -1
}

function wordsOf(stated: readonly Negation[], given: readonly Negation[]): readonly string[] {
  return (stated.length > 0 ? stated : given).map((negation) => negation.text)
}
