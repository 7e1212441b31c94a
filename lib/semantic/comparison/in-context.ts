import type { Comparison } from './comparison.ts'
import type { EvidenceSentence, IndexedExcerpt } from './index-evidence.ts'
import { likeness } from './likeness.ts'
import type { Match } from './match-sentence.ts'

/** A detail whose sentence and neighbours share less than this is about something else. */
const unrelated = 0.1
/** A sentence that has less of the statement's words than this contradicts nothing. */
const leastOfRival = 0.5
/** How much less a sentence must have of the statement's words to be about something else, whatever the two look like. */
const farBehind = 0.25
/** From this likeness on a sentence of the evidence is the statement's own, in a few other words. */
const sameAsStated = 0.6
/** From this likeness on two sentences of the evidence say the like of two things; what tells them apart are the other words. */
const twins = 0.5
/** Of those that must be held against each holder one by one: bounds the work when all the evidence says nearly the same. */
const rivalsWeighed = 16
const holdersWeighed = 64

/** An exact detail of a statement: a figure, an identifier. */
type Sought = {
  /** The sentences of an excerpt that have the detail, by position, and whether measured as the statement's is. */
  readonly holders: (excerpt: IndexedExcerpt) => ReadonlyMap<number, boolean>
  /** Of a sentence that has another such detail, which could stand in its place: whether measured as it is; null of others. */
  readonly rival: (sentence: EvidenceSentence) => boolean | null
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

/** Whether the evidence says the same thing with another detail (`replaced`), the detail itself being there or not. */
export function isReplaced(comparison: Comparison, sought: Sought): boolean {
  return replaced(comparison, sought, holdersOf(comparison, sought))
}

type Holder = {
  readonly sentence: EvidenceSentence
  readonly cover: number
  readonly nearCover: number
  readonly sameMeasure: boolean
}

function holdersOf({ evidence, coverAt, nearCoverAt }: Comparison, { holders }: Sought): Holder[] {
  return evidence.flatMap((excerpt) =>
    [...holders(excerpt)].flatMap(([position, sameMeasure]) => {
      const sentence = excerpt.sentences[position]
      if (sentence === undefined) return []
      const [cover, nearCover] = [coverAt(excerpt, position), nearCoverAt(excerpt, position)]
      return [{ sentence, cover, nearCover, sameMeasure }]
    }),
  )
}

/**
 * Whether one sentence of the evidence speaks of what the statement speaks of more than every sentence that has the detail,
 * and has another in its place. It has strictly more of the statement's words than each of them (its measure is one of them);
 * and either it is nearly the statement's own sentence, or the two are alike but for what tells them apart, or the holder is
 * far behind.
 */
function replaced(comparison: Comparison, { rival, sameSaying }: Sought, holders: readonly Holder[]): boolean {
  const holding = new Set(holders.map(({ sentence }) => sentence))
  const word = 1 / comparison.words
  const heaviest = holders.reduce((max, { cover, sameMeasure }) => Math.max(max, cover + (sameMeasure ? word : 0)), 0)
  const candidates = comparison
    .saying(holders.length === 0 ? sameSaying : leastOfRival)
    .filter(({ sentence, cover }) => {
      if (cover + word < heaviest + word / 2 || holding.has(sentence)) return false
      const sameMeasure = rival(sentence)
      return sameMeasure !== null && cover + (sameMeasure ? word : 0) > heaviest + word / 2
    })
  if (candidates.some(({ sentence, cover }) => cover === 1 || comparison.likenessTo(sentence) >= sameAsStated))
    return true
  return candidates
    .toSorted((a, b) => b.cover - a.cover)
    .slice(0, rivalsWeighed)
    .some((match) => outweighs(match, holders, sameSaying))
}

function outweighs({ sentence, cover }: Match, holders: readonly Holder[], sameSaying: number): boolean {
  const near = cover < sameSaying ? holders : holders.filter((holder) => holder.cover >= cover - farBehind)
  if (near.length > holdersWeighed) return false
  return near.every((holder) => likeness(holder.sentence.keys, sentence.keys) >= twins)
}
