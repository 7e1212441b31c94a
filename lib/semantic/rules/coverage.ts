import { measureCoverage } from '../measure-coverage.ts'
import type { Rule, Subject } from '../rule.ts'

/** Below these the evidence does not speak of it. Tuned on the grounding sets of `npm run eval:grounding`. */
const leastOfStatement = 0.45
const leastOfSentence = 0.25
/** A shorter sentence tells too little by itself. */
const wordsOfSentence = 4

/**
 * Enough of a statement's content words must stand together in the evidence, within a sentence and its neighbours, over all
 * and in each of its sentences: a supported beginning does not carry an invented end.
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
    if (measured.together >= leastOfStatement && alone.length === 0) return []
    const words =
      measured.missing.length > 0 ? measured.missing : everyWord(alone.length > 0 ? alone : subject.comparisons)
    return words.map((word) => word.text)
  },
}

function everyWord(comparisons: Subject['comparisons']) {
  return comparisons.flatMap(({ stated }) => stated.words)
}
