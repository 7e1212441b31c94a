import type { EvidenceSentence } from './index-evidence.ts'
import type { Match } from './match-sentence.ts'
import type { Comparison } from './rule.ts'

/** How much worse a sentence that has the detail may match before it is about something else. */
const slack = 0.25
/** A detail whose sentence and neighbours share less than this is about something else. */
const unrelated = 0.1

type Sought = {
  /** Whether a sentence of the evidence has the detail. */
  readonly has: (sentence: EvidenceSentence) => boolean
  /** Whether it has another detail of the same sort, which could stand in its place. */
  readonly rivals: (sentence: EvidenceSentence) => boolean
  /** From this cover on a sentence of the evidence is taken to say the same thing as the statement's. */
  readonly sameSaying: number
}

export type Place = 'in-context' | 'elsewhere' | 'absent'

/**
 * Where the evidence has an exact detail (a figure, an identifier) of a sentence. Only `in-context` is support: a detail
 * that stands where the evidence speaks of something else is not, so that more evidence never makes a wrong one right
 * (spec 06, "Semantic guard").
 */
export function placeOf(comparison: Comparison, sought: Sought): Place {
  const { evidence, matches, stated } = comparison
  if (!evidence.some((excerpt) => excerpt.sentences.some(sought.has))) return 'absent'
  if (stated.words.length < 2) return 'in-context'
  const nearest = matches.reduce((max, match) => (sought.has(match.sentence) ? Math.max(max, match.nearCover) : max), 0)
  return nearest < unrelated || isReplaced(comparison, sought) ? 'elsewhere' : 'in-context'
}

/**
 * Whether the evidence says the same thing with another detail: each sentence that matches best has a rival in the place
 * of the detail, and no sentence that has the detail matches nearly as well.
 */
export function isReplaced({ matches, best }: Comparison, { has, rivals, sameSaying }: Sought): boolean {
  const own = matches.reduce((max, match) => (has(match.sentence) ? Math.max(max, match.cover) : max), 0)
  return (
    best.length > 0 &&
    best.every(({ cover, sentence }: Match) => {
      return cover >= sameSaying && own < cover - slack && !has(sentence) && rivals(sentence)
    })
  )
}
