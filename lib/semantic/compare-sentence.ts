import type { IndexedExcerpt } from './index-evidence.ts'
import { likeness } from './likeness.ts'
import { type Match, matchSentences } from './match-sentence.ts'
import type { StatedSentence } from './read-sentence.ts'
import type { Comparison } from './rule.ts'

/** Covers closer than this are equally good. */
const tie = 0.05
/** From this likeness on two sentences are one but for a word or two: then such ones are better than any others. */
const nearlyTheSame = 0.7
/** Candidates that are looked at closely: bounds the work when all the evidence says nearly the same. */
const candidates = 64

/** Lays one sentence of a statement beside the evidence. A sentence of the evidence that is the same stands alone. */
export function compareSentence(stated: StatedSentence, evidence: readonly IndexedExcerpt[]): Comparison {
  const matches = matchSentences(stated.words, evidence)
  return { stated, evidence, matches, best: bestOf(stated, matches) }
}

function bestOf(stated: StatedSentence, matches: readonly Match[]): readonly Match[] {
  const top = matches.reduce((max, match) => Math.max(max, match.cover), 0)
  if (top === 0) return []
  const equal = matches.filter((match) => match.cover >= top - tie)
  const same = equal.find((match) => match.sentence.text === stated.text)
  if (same !== undefined) return [same]
  const size = stated.keys.size
  const alike = equal
    .filter(({ sentence }) => sentence.keys.size * nearlyTheSame <= size && size * nearlyTheSame <= sentence.keys.size)
    .slice(0, candidates)
    .map((match) => ({ match, alike: likeness(stated.keys, match.sentence.keys) }))
  const most = alike.reduce((max, candidate) => Math.max(max, candidate.alike), 0)
  if (most < nearlyTheSame) return equal.slice(0, candidates)
  return alike.filter((candidate) => candidate.alike >= most - tie).map(({ match }) => match)
}
