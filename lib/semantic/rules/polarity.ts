import { likeness } from '../comparison/likeness.ts'
import type { Match } from '../comparison/match-sentence.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { denialsIn, surroundings } from '../sentences/find-denials.ts'
import { findNegations, type Negation } from '../sentences/find-negations.ts'
import { isOrdered, type Negatable } from '../sentences/is-ordered.ts'
import { placeOfKey } from '../sentences/place-of-key.ts'
import type { StatedSentence } from '../sentences/read-sentence.ts'

/** From this cover on the two sentences speak of the same. */
const sameSubject = 0.5
/** From this likeness on they are the same sentence but for a word or two. */
const sameSentence = 0.7
/** Of a sentence with more negations the others are only counted: bounds the work. */
const mostWeighed = 16

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
  const one = { text: stated.text, words: () => stated.words, negations: stated.negations }
  const other = { text: sentence.text, words: sentence.words, negations: given }
  const own = one.negations.slice(0, mostWeighed).filter((negation) => assertedIn(other, one.text, negation))
  const theirs = given.slice(0, mostWeighed).filter((negation) => assertedIn(one, other.text, negation))
  return own.length + theirs.length > 0 ? wordsOf(own, theirs) : null
}

/** Whether one has more negations proper. `Do not delete` for `avoid deleting` is none more. */
function differInNumber(one: readonly Negation[], other: readonly Negation[]): boolean {
  const proper = countProper(one) - countProper(other)
  const prohibitions = one.length - other.length - proper
  return proper !== 0 && proper * prohibitions >= 0
}

const countProper = (negations: readonly Negation[]) => negations.filter(({ proper }) => proper).length

/** Whether what is negated in the sentence `own` is said in another one, and not denied there in another way. */
function assertedIn(sentence: Negatable, own: string, negation: Negation): boolean {
  if (isOrdered(sentence, own, negation)) return true
  const [first] = negation.scope
  if (!negation.proper || sentence.negations.length > 0 || first === undefined) return false
  const at = placeOfKey(sentence, first)
  return at >= 0 && denialsIn(surroundings(sentence.text, at)).length === 0
}

function wordsOf(stated: readonly Negation[], given: readonly Negation[]): readonly string[] {
  return (stated.length > 0 ? stated : given).map((negation) => negation.text)
}
