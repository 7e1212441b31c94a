import type { Subject } from '../comparison/comparison.ts'
import { measureCoverage } from '../comparison/measure-coverage.ts'
import { weighSentence } from '../comparison/weigh-sentence.ts'
import type { Rule } from '../rule.ts'
import type { Word } from '../words/find-words.ts'
import { isFraming } from '../words/framing-words.ts'
import { familiesOf } from '../words/word-family.ts'

/** Below these the evidence does not speak of it. Tuned on the grounding sets of `npm run eval:grounding`. */
const leastOfStatement = 0.45
const leastOfSentence = 0.25
/** A shorter sentence tells too little by itself. */
const wordsOfSentence = 4
/** So many words name a subject (the gateway, the connection pool): whatever share they are, nothing is said with them yet. */
const subjectWords = 2
/** In a sentence of no more words than this what is said of the subject is most of what is said. */
const fewWords = 5

/**
 * Enough of a statement's content words must stand together in the evidence, within a sentence and its neighbours, over all
 * and in each of its sentences: a supported beginning does not carry an invented end. In a short sentence shares mean
 * little, so what it says of its subject is counted: `The gateway was hacked` has half its words from any text on gateways.
 */
export const coverage: Rule = {
  name: 'coverage',
  verdict: 'UNSUPPORTED',
  reason: 'Too few of its words stand together in the cited evidence.',
  faults: (subject) => {
    const measured = measureCoverage(subject.comparisons)
    if (measured === null) return []
    const alone = subject.comparisons.filter(
      (comparison) => comparison.stated.words.length >= wordsOfSentence && comparison.together < leastOfSentence,
    )
    if (measured.together >= leastOfStatement && alone.length === 0)
      return invented(subject, measured.missing).map((word) => word.text)
    const words =
      measured.missing.length > 0 ? measured.missing : everyWord(alone.length > 0 ? alone : subject.comparisons)
    return words.map((word) => word.text)
  },
}

/**
 * The unknown words of the short sentences of which the evidence knows no more than what they speak of.
 * @param missing the words that it does not have as they stand
 */
function invented({ comparisons, evidence }: Subject, missing: readonly Word[]): readonly Word[] {
  const absent = new Set(missing)
  const short = comparisons.filter(
    ({ stated: { words } }) => words.some((word) => absent.has(word)) && countKnown(words, absent) <= fewWords,
  )
  if (short.length === 0) return []
  const families = familiesOf(evidence.flatMap(({ positions }) => [...positions.keys()]))
  return short.flatMap(({ stated }) => {
    const { shared, unknown, predicates, nothingSaid } = weighSentence(stated, families)
    const onSubject =
      shared <= subjectWords
        ? unknown.length >= shared || predicates.length > 0
        : nothingSaid && shared + unknown.length <= fewWords
    return onSubject ? unknown : []
  })
}

/** A bound from below of what `weighSentence` finds shared, without a look at all the evidence. */
function countKnown(words: readonly Word[], absent: ReadonlySet<Word>): number {
  const known = words.filter((word) => !absent.has(word) && !isFraming(word.text) && [...word.text].length > 1)
  return new Set(known.map(({ keys }) => keys.join(' '))).size
}

function everyWord(comparisons: Subject['comparisons']) {
  return comparisons.flatMap(({ stated }) => stated.words)
}
