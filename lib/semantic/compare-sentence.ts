import type { IndexedExcerpt } from './index-evidence.ts'
import { type Match, matchSentences } from './match-sentence.ts'
import type { StatedSentence } from './read-sentence.ts'
import type { Comparison } from './rule.ts'

/** Covers closer than this are equally good. */
const tie = 0.05

/** Lays one sentence of a statement beside the evidence. A sentence of the evidence that is the same stands first and alone. */
export function compareSentence(stated: StatedSentence, evidence: readonly IndexedExcerpt[]): Comparison {
  const matches = matchSentences(stated.words, evidence)
  return { stated, evidence, matches, best: bestOf(stated, matches) }
}

function bestOf(stated: StatedSentence, matches: readonly Match[]): readonly Match[] {
  const top = matches.reduce((max, match) => Math.max(max, match.cover), 0)
  if (top === 0) return []
  const equal = matches.filter((match) => match.cover >= top - tie)
  const same = equal.filter((match) => match.sentence.text === stated.text)
  return same.length > 0 ? same.slice(0, 1) : equal
}
