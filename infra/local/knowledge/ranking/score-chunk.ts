// The rerank step: how much of what a query asks about is in a chunk, as an absolute number in [0, 1].
import { type Unit, unitsOf } from './analyse-text.ts'
import { askingWords } from './stop-words.ts'

/** What a chunk holds of each index term. */
export type ChunkTerms = {
  /** Mentions of a term, weighed by where they stand (`fieldWeight`). */
  count(term: string): number
  /** Terms in the text of the chunk itself. */
  readonly length: number
}

/** What a document holds in all its chunks. */
export type DocumentTerms = {
  has(term: string): boolean
  /** Terms of its heading, each once. */
  readonly heading: readonly string[]
  readonly chunkCount: number
}

/** What a scope knows of its words. Nothing of it counts chunks, so that one document counts once, however large it is. */
export type KnownWords = {
  /** Documents that hold the term. */
  documentsWith(term: string): number
  /** The other known term that is spelled most like this one, or null. */
  similarTo(term: string): string | null
}

const askingTerms = new Set([...askingWords].flatMap((word) => unitsOf(word).map(({ term }) => term)))

/** Mentions that a term counts for, by where it stands; steps of a half. The name is the document's file name. */
export const fieldWeight = { name: 2, heading: 1, path: 0.5, body: 1 } as const

/** Found on the train queries of the public collections (`npm run eval:retrieval`), one value for all of them. */
const tuning = {
  /**
   * Rarity of a word is `log(1 + rarityScale / (documentsWith ** commonness + 0.5))`: neither the number of documents nor that of
   * chunks is in it, so that what else a scope holds does not move the score of an answer, and a word that nobody wrote
   * weighs the same in every scope. Below 1, `commonness` damps what a word loses when unrelated documents use it too.
   */
  rarityScale: 150,
  commonness: 0.7,
  /** Saturation and length normalisation of a term's count (as k1 and b of BM25, but steeper: once is nearly enough). */
  saturation: 0.8,
  lengthShare: 0.6,
  /** Terms of a usual chunk: a constant and no average, which near-empty or huge documents could shift. */
  usualLength: 70,
  /** Usual lengths beyond which a chunk counts as no longer. */
  mostLengths: 8,
  /** Mentions that one of a whole identifier counts for: nobody writes `REJECTED_BY_STATE` in passing. */
  wholeMentions: 5,
  /** Documents up to which a word may be a mistake of theirs, so that one spelled much like it counts, too. */
  hardlyKnown: 2,
  /** Share of its credit that a word gets when only one spelled much like it is there. */
  misspelt: 0.8,
  /** Credit for a term that only other parts of the same document hold. */
  elsewhere: 0.15,
  /** Chunks from which a document holds so much that what its other chunks say counts ever less. */
  manyChunks: 5,
  /** Weight of a word of asking, or of a figure that nobody wrote, against another word of the same rarity. */
  weakUnit: 0.15,
  /** Weight of a single character or a short figure. */
  shortUnit: 0.8,
  /** Units (of the greatest rarity) from which a longer query needs not cover all that it says. */
  enoughUnits: 3,
  /** How much a longer query's extra words still count. */
  extraShare: 0.3,
  /** Share of the score that hangs on the heading being about what is asked and about little else. */
  headingShare: 0.06,
  /** What a document loses for each e-fold of chunks, up to a bound: of many chunks one has the words by chance. */
  chunkLoss: 0.1,
  mostChunkLoss: 0.2,
  /**
   * What turns coverage into the score, `c ** steepness * (1 + bend) / (c ** steepness + bend)`: little coverage is far less than
   * a little of an answer. Set so that of the first hits that reach 0.75 more than four in five are right, of those
   * between 0.5 and 0.75 about two in three, and of questions about something else hardly one gets as far as 0.35.
   */
  steepness: 2.5,
  bend: 0.1,
} as const

/** `similar` is an other spelling, for a term that hardly any document holds. */
export type QueryUnit = Unit & { readonly weight: number; readonly similar: string | null }

export type WeighedQuery = {
  /** What it asks about, each once. */
  readonly units: readonly QueryUnit[]
  /** Index terms by which a text has any of the units. */
  readonly terms: ReadonlySet<string>
}

/** The units of a query weighed by rarity. A word that no document holds is as rare as can be. */
export function weighQuery(query: string, known: KnownWords): WeighedQuery {
  const byTerm = new Map<string, QueryUnit>()
  for (const unit of unitsOf(query)) {
    if (byTerm.has(unit.term)) continue
    const holders = known.documentsWith(unit.term)
    const similar = holders > tuning.hardlyKnown ? null : known.similarTo(unit.term)
    const weight = rarityOf(unit, holders === 0 ? similar : null, known) * weightOf(unit, holders > 0)
    byTerm.set(unit.term, { ...unit, similar, weight })
  }
  const units = [...byTerm.values()]
  return { units, terms: new Set(units.flatMap(termsOfUnit)) }
}

function termsOfUnit({ term, whole, pieces, similar }: QueryUnit): string[] {
  return [term, ...(whole === null ? [] : [whole]), ...(similar === null ? [] : [similar]), ...pieces]
}

/** Score of one chunk in [0, 1]; `document` is what all chunks of its document hold. */
export function scoreChunk({ units, terms }: WeighedQuery, chunk: ChunkTerms, document: DocumentTerms): number {
  const asked = units.reduce((sum, unit) => sum + unit.weight, 0)
  if (asked === 0) return 0
  const { lengthShare, mostLengths, usualLength } = tuning
  const norm = tuning.saturation * (1 - lengthShare + lengthShare * Math.min(mostLengths, chunk.length / usualLength))
  const chunks = Math.max(1, document.chunkCount)
  const elsewhere = tuning.elsewhere * Math.min(1, tuning.manyChunks / chunks)
  const creditOf = (term: string, mentions = 1) => {
    const count = mentions * chunk.count(term)
    if (count > 0) return count / (count + norm)
    return document.has(term) ? elsewhere : 0
  }
  const covered = units.reduce((sum, unit) => sum + unit.weight * unitCredit(unit, creditOf), 0)
  const coverage = Math.min(1, covered / expectedMass(asked))
  const heading = 1 - tuning.headingShare * (1 - shareOf(document.heading, terms))
  const crowd = 1 - Math.min(tuning.mostChunkLoss, tuning.chunkLoss * Math.log(chunks))
  return calibrated(coverage * heading * crowd)
}

function calibrated(coverage: number): number {
  const steep = coverage ** tuning.steepness
  return (steep * (1 + tuning.bend)) / (steep + tuning.bend)
}

function unitCredit(unit: QueryUnit, creditOf: (term: string, mentions?: number) => number): number {
  const whole = unit.whole === null ? 0 : creditOf(unit.whole, tuning.wholeMentions)
  const pieces = unit.pieces.reduce((sum, piece) => sum + creditOf(piece), 0) / Math.max(1, unit.pieces.length)
  const similar = unit.similar === null ? 0 : tuning.misspelt * creditOf(unit.similar)
  return Math.max(creditOf(unit.term), whole, pieces, similar)
}

/** Share of the heading's terms that the query asks about. */
function shareOf(heading: readonly string[], asked: ReadonlySet<string>): number {
  return heading.length === 0 ? 0 : heading.filter((term) => asked.has(term)).length / heading.length
}

/** Of a long query not every word can be expected in the answer: beyond `enoughUnits` its words count in part. */
function expectedMass(asked: number): number {
  const enough = tuning.enoughUnits * rarity(0)
  return asked <= enough ? asked : enough + tuning.extraShare * (asked - enough)
}

function rarityOf(unit: Unit, similar: string | null, known: KnownWords): number {
  const own = known.documentsWith(similar ?? unit.term)
  if (own > 0 || unit.pieces.length === 0) return rarity(own)
  return rarity(Math.min(...unit.pieces.map((piece) => known.documentsWith(piece))))
}

function rarity(documentsWith: number): number {
  return Math.log(1 + tuning.rarityScale / (documentsWith ** tuning.commonness + 0.5))
}

function weightOf({ term, whole }: Unit, isKnown: boolean): number {
  if (whole === null && askingTerms.has(term)) return tuning.weakUnit
  const short = /^\d{1,2}$|^\d+(?:ms|s|m|h|d|min)$/.test(term) || [...term].length === 1
  return short ? (isKnown ? tuning.shortUnit : tuning.weakUnit) : 1
}
