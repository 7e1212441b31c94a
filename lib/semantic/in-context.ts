import type { EvidenceSentence, IndexedExcerpt } from './index-evidence.ts'
import type { Match } from './match-sentence.ts'
import type { Comparison } from './rule.ts'

/** How much worse a sentence that has the detail may match before it is about something else. */
const slack = 0.25
/** A detail whose sentence and neighbours share less than this is about something else. */
const unrelated = 0.1

/** An exact detail of a statement: a figure, an identifier. */
type Sought = {
  /** The sentences of an excerpt that have the detail. */
  readonly holders: (excerpt: IndexedExcerpt) => Iterable<number>
  /** Whether a sentence has another detail of the same sort, which could stand in its place. */
  readonly rivals: (sentence: EvidenceSentence) => boolean
  /** From this cover on a sentence of the evidence is taken to say the same thing as the statement's. */
  readonly sameSaying: number
}

export type Place = 'in-context' | 'elsewhere' | 'absent'

/**
 * Where the evidence has an exact detail of a sentence. Only `in-context` is support: a detail that stands where the
 * evidence speaks of something else is not, so that more evidence never makes a wrong one right (spec 06, "Semantic guard").
 */
export function placeOf(comparison: Comparison, sought: Sought): Place {
  const holders = holdersOf(comparison, sought)
  if (holders.length === 0) return 'absent'
  if (comparison.stated.words.length < 2) return 'in-context'
  const nearest = holders.reduce((max, { nearCover }) => Math.max(max, nearCover), 0)
  return nearest < unrelated || replaced(comparison, sought, holders) ? 'elsewhere' : 'in-context'
}

/**
 * Whether the evidence says the same thing with another detail: each sentence that matches best has a rival in the place
 * of the detail, and no sentence that has the detail matches nearly as well.
 */
export function isReplaced(comparison: Comparison, sought: Sought): boolean {
  return replaced(comparison, sought, holdersOf(comparison, sought))
}

type Holder = {
  readonly excerpt: IndexedExcerpt
  readonly position: number
  readonly cover: number
  readonly nearCover: number
}

function holdersOf({ evidence, coverAt, nearCoverAt }: Comparison, { holders }: Sought): Holder[] {
  return evidence.flatMap((excerpt) =>
    [...holders(excerpt)].map((position) => ({
      excerpt,
      position,
      cover: coverAt(excerpt, position),
      nearCover: nearCoverAt(excerpt, position),
    })),
  )
}

function replaced({ best }: Comparison, { rivals, sameSaying }: Sought, holders: readonly Holder[]): boolean {
  const own = holders.reduce((max, { cover }) => Math.max(max, cover), 0)
  const holds = ({ excerpt, position }: Match) =>
    holders.some((holder) => holder.position === position && holder.excerpt === excerpt)
  return (
    best.length > 0 &&
    best.every((match) => {
      return match.cover >= sameSaying && own < match.cover - slack && !holds(match) && rivals(match.sentence)
    })
  )
}
